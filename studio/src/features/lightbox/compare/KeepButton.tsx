import { UnstyledButton } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import type { Media } from '../../../api/types';
import styles from './Comparison.module.css';

interface KeepButtonProps {
  readonly media: Media | undefined;
  readonly label: string;
  readonly shortcut: string;
  readonly onClick: () => void;
}

/** Keeps one of the two that are compared. */
export function KeepButton({ media, label, shortcut, onClick }: KeepButtonProps) {
  const isKept = media?.favourite ?? false;
  const Icon = isKept ? IconStarFilled : IconStar;
  return (
    <UnstyledButton
      className={styles.keepButton}
      aria-pressed={isKept}
      aria-keyshortcuts={shortcut}
      onClick={onClick}
    >
      <Icon size={18} stroke={1.5} aria-hidden="true" />
      {label} <kbd>{shortcut}</kbd>
    </UnstyledButton>
  );
}
