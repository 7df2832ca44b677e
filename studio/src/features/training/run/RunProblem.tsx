import type { Run } from '../../../api/training-runs';
import { withoutRequests } from '../../../ui/problem';
import { Time } from '../../../ui/Time';
import styles from './Run.module.css';
import { runWords as words } from './words';

/** How errors begin of a run that could not be continued. */
const RESUME_LOST = 'resume_lost';

/** Why the run failed, or makes no progress. */
export function RunProblem({ run: { error, stalled } }: { readonly run: Run }) {
  if (error !== null)
    return (
      <div className={styles.problem} role="status">
        <h2 className={styles.problemTitle}>{words.problem}</h2>
        <p>{error.startsWith(RESUME_LOST) ? words.lost : error}</p>
      </div>
    );
  if (stalled === null) return null;
  return (
    <div className={styles.stall} role="status">
      <h2 className={styles.problemTitle}>
        {words.stalled} · <Time iso={stalled.since} />
      </h2>
      <p>{withoutRequests(stalled.cause)}</p>
    </div>
  );
}
