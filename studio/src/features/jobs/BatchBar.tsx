import { Button } from '@mantine/core';
import { useBatch } from '../../api/jobs';
import styles from './BatchBar.module.css';
import { useJobActions } from './use-job-actions';
import { jobsWords as words } from './words';

/** Above the jobs of one batch: its name, how far it is, and the way to stop it. */
export function BatchBar({ id }: { readonly id: string }) {
  const batch = useBatch(id).data;
  const actions = useJobActions();
  if (batch === undefined) return null;
  const { waiting, queued, running, failed } = batch.counts;
  const left = waiting + queued + running;
  return (
    <div className={styles.bar}>
      <b className={styles.name} dir="auto">
        {batch.name || words.batchOf(batch.total)}
      </b>
      <span className={styles.progress}>
        {words.batchProgress(batch.total - left, batch.total)}
        {failed > 0 && `, ${words.batchFailed(failed)}`}
      </span>
      {batch.status === 'running' && (
        <Button loading={actions.isBusy} onClick={() => void actions.cancelBatch(id)}>
          {words.cancelBatch(left)}
        </Button>
      )}
    </div>
  );
}
