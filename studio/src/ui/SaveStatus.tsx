import { IconCheck } from '@tabler/icons-react';
import { useSaves } from './save-status';
import styles from './SaveStatus.module.css';

const SAVED = 'Saved';

/** The one place that tells of fields that save themselves. It is always there, as screen readers need it. */
export function SaveStatus() {
  const { count, isShown } = useSaves();
  return (
    <div role="status" className={styles.region}>
      {/* Another element each time: screen readers say only what changes. */}
      {isShown && (
        <span key={count} className={styles.text}>
          <IconCheck size={14} stroke={1.5} aria-hidden="true" />
          {SAVED}
        </span>
      )}
    </div>
  );
}
