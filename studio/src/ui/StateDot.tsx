import styles from './StateDot.module.css';

interface StateDotProps {
  readonly tone: 'ok' | 'bad' | 'warn' | 'busy' | 'none';
  readonly children: string;
}

/** A state in words and colour. */
export function StateDot({ tone, children }: StateDotProps) {
  return (
    <span className={styles.state}>
      <span className={styles.dot} data-tone={tone} aria-hidden="true" />
      {children}
    </span>
  );
}
