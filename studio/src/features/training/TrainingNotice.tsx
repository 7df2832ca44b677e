import { Button } from '@mantine/core';
import { useTrainingHealth } from '../../api/providers';
import styles from './TrainingNotice.module.css';
import { trainingWords } from './words';

const { setUp: words } = trainingWords;

/** Says what is wrong with the training toolkit; nothing while it is well, or while there is none. */
export function TrainingNotice() {
  const { data: health, isFetching, refetch } = useTrainingHealth();
  if (health?.status !== 'degraded') return null;
  return (
    <div className={styles.notice} role="status">
      <div className={styles.text}>
        <p className={styles.title}>{words.away}</p>
        <p>{health.detail}</p>
      </div>
      <Button loading={isFetching} onClick={() => void refetch()}>
        {words.check}
      </Button>
    </div>
  );
}
