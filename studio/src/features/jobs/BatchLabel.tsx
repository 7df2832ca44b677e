import { useListedBatch } from '../../api/jobs';
import { TextLink } from '../../routing/links';
import styles from './BatchLabel.module.css';
import { jobsWords as words } from './words';

/** How many jobs the batch of a job has, as a link to the list of them. */
export function BatchLabel({ id, tabIndex }: { readonly id: string; readonly tabIndex: number }) {
  const batch = useListedBatch(id);
  if (batch === undefined) return null;
  return (
    <TextLink
      to="/jobs"
      search={(before) => ({ ...before, batch: id, job: undefined })}
      className={styles.label}
      tabIndex={tabIndex}
      title={batch.name || undefined}
    >
      {words.batchOf(batch.total)}
      {batch.counts.failed > 0 && `, ${words.batchFailed(batch.counts.failed)}`}
    </TextLink>
  );
}
