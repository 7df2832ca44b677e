import { Spotlight } from '@mantine/spotlight';
import type { IconProps } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { Picture } from '../../ui/Picture';
import styles from './Palette.module.css';

/** One line of the palette. */
export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  /** At the right, such as what a workflow makes. */
  readonly note?: string;
  readonly icon?: ComponentType<IconProps>;
  readonly thumbnail?: string | null;
  readonly placeholder?: string | null;
  readonly run: () => void;
}

export function PaletteAction({ entry }: { readonly entry: PaletteEntry }) {
  const { label, note, icon: Icon, thumbnail, placeholder, run } = entry;
  return (
    <Spotlight.Action onClick={run} className={styles.line}>
      {thumbnail !== undefined && (
        <Picture src={thumbnail} alt="" placeholder={placeholder} className={styles.thumbnail} />
      )}
      {Icon && <Icon size={18} stroke={1.5} aria-hidden="true" className={styles.icon} />}
      <span className={styles.label} dir="auto">
        {label}
      </span>
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </Spotlight.Action>
  );
}
