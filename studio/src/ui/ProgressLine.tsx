import styles from './ProgressLine.module.css';

interface ProgressLineProps {
  readonly label: string;
  /** From 0 to 1. */
  readonly fraction: number;
}

/** How far something is. */
export function ProgressLine({ label, fraction }: ProgressLineProps) {
  return (
    <span
      className={styles.line}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(fraction * 100)}
    >
      <span style={{ transform: `scaleX(${fraction})` }} />
    </span>
  );
}
