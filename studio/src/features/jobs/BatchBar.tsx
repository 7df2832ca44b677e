import { Button } from '@mantine/core';
import { useBatch } from '../../api/jobs';
import { ContactSheet } from './ContactSheet';
import styles from './BatchBar.module.css';
import { useJobActions } from './use-job-actions';
import { jobsWords as words } from './words';

/** Above the jobs of one batch: its name, how far it is, and the way to stop it. */
export function BatchBar({ id }: { readonly id: string }) {
  const batch = useBatch(id).data;
  const actions = useJobActions();
  if (batch === undefined) return null;
  const { waiting, queued, running, completed, failed, cancelled } = batch.counts;
  const left = waiting + queued + running;
  const name = batch.name || words.batchOf(batch.total);
  return (
    <div className={styles.bar}>
      <b className={styles.name} dir="auto">
        {name}
      </b>
      <span className={styles.progress}>
        {words.batchProgress(completed, batch.total)}
        {failed > 0 && `, ${words.batchFailed(failed)}`}
        {cancelled > 0 && `, ${words.batchCancelled(cancelled)}`}
      </span>
      <ContactSheet id={id} name={name} total={batch.total} />
      {batch.status === 'running' && (
        <Button loading={actions.isBusy} onClick={() => void actions.cancelBatch(id)}>
          {words.cancelBatch(left)}
        </Button>
      )}
    </div>
  );
}
