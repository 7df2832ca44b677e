import { IconUpload } from '@tabler/icons-react';
import styles from './DropOverlay.module.css';

interface DropOverlayProps {
  /** What dropping the files does. */
  readonly title: string;
  readonly text?: string;
}

/** Covers the window while files are held above it. */
export function DropOverlay({ title, text }: DropOverlayProps) {
  return (
    <div className={styles.overlay} role="status">
      <IconUpload size={18} stroke={1.5} aria-hidden="true" />
      <strong>{title}</strong>
      {text !== undefined && <span className={styles.text}>{text}</span>}
    </div>
  );
}
