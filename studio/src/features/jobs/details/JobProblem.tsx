import { exactTime, relativeTime } from '../../../ui/format';
import type { Job, JobSummary } from '../../../api/types';
import { nodeErrorLines } from '../model';
import { jobsWords as words } from '../words';
import styles from './JobProblem.module.css';

interface JobProblemProps {
  readonly job: JobSummary;
  readonly nodeErrors: Job['node_errors'];
}

/** What went wrong and what to do; also what it waits for, and results that could not be kept. */
export function JobProblem({ job, nodeErrors }: JobProblemProps) {
  return (
    <>
      {job.error !== null && <Failure error={job.error} />}
      {nodeErrors !== undefined && Object.keys(nodeErrors).length > 0 && (
        <NodeErrors errors={nodeErrors} />
      )}
      {job.node_unreachable && job.unreachable_since !== null && (
        <p className={styles.note} data-kind="warn" title={exactTime(job.unreachable_since)}>
          {words.unreachableLong(relativeTime(job.unreachable_since))}
          {job.moves_at !== null && ` ${words.moves(relativeTime(job.moves_at))}`}
        </p>
      )}
      {job.disk_full && (
        <p className={styles.note} data-kind="warn">
          {words.diskFullLong}
        </p>
      )}
      {job.warnings.length > 0 && (
        <div className={styles.note} data-kind="warn">
          <h3 className={styles.title}>{words.details.warnings}</h3>
          {job.warnings.map(({ message }) => (
            <p key={message}>{message}</p>
          ))}
        </div>
      )}
    </>
  );
}

function Failure({ error }: { readonly error: NonNullable<JobSummary['error']> }) {
  const where = [error.node_class, error.node_id && words.details.node(error.node_id)]
    .filter(Boolean)
    .join(' · ');
  return (
    <div className={styles.note} data-kind={error.code === 'cancelled' ? 'quiet' : 'bad'}>
      <h3 className={styles.title}>{words.errors[error.code]}</h3>
      <p className={styles.message}>{error.message}</p>
      {where !== '' && <p className={styles.where}>{where}</p>}
      <p>{words.advice[error.code]}</p>
    </div>
  );
}

function NodeErrors({ errors }: { readonly errors: Readonly<Record<string, unknown>> }) {
  return (
    <div className={styles.note} data-kind="bad">
      <h3 className={styles.title}>{words.details.nodeErrors}</h3>
      {nodeErrorLines(errors).map(({ id, title, lines }) => (
        <div key={id}>
          <p className={styles.where}>
            {[title, words.details.node(id)].filter(Boolean).join(' · ')}
          </p>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      ))}
    </div>
  );
}
