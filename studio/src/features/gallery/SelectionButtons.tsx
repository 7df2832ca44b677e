import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './SelectionBar.module.css';

interface BarButtonProps {
  readonly icon?: ReactNode;
  readonly label: string;
  readonly isBad?: boolean;
  readonly onClick: () => void;
}

/** A button of the bar of wide windows. */
export function BarButton({ icon, label, isBad = false, onClick }: BarButtonProps) {
  return (
    <Button
      variant="subtle"
      color="gray"
      className={isBad ? styles.bad : styles.button}
      leftSection={icon}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

interface PhoneButtonProps {
  readonly icon: ReactNode;
  readonly children: ReactNode;
  readonly label?: string;
  readonly isBad?: boolean;
  readonly onClick: () => void;
}

/** A button of the bar of phones: the icon above the word. */
export function PhoneButton({ icon, children, label, isBad = false, onClick }: PhoneButtonProps) {
  return (
    <button
      type="button"
      className={`${styles.phoneButton} ${isBad ? styles.bad : ''}`}
      aria-label={label}
      onClick={onClick}
    >
      {icon}
      {children}
    </button>
  );
}
