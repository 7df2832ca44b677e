import type { LiveJobState } from '../../api/events/live-job-states';
import type { JobSummary } from '../../api/types';
import { turnOf } from '../../ui/format';
import { useSecondsUntil } from '../../ui/use-seconds-until';
import styles from './JobState.module.css';
import { jobsWords as words } from './words';

interface JobStateProps {
  readonly job: JobSummary;
  readonly live: LiveJobState | undefined;
  /** Names the progress bar. */
  readonly prompt: string;
  /** False where the problem stands beside it. */
  readonly hasProblem?: boolean;
}

/** The state in words and colour; for what runs the steps, for what waits its place. */
export function JobState({ job, live, prompt, hasProblem = true }: JobStateProps) {
  const secondsLeft = useSecondsUntil(live?.endsAt ?? null);
  const obstacle = obstacleOf(job);
  if (obstacle !== null) return <Plain state="away" title={obstacle} />;
  if (job.status === 'running')
    return <Running job={job} live={live} prompt={prompt} secondsLeft={secondsLeft} />;
  if (job.status === 'queued')
    return (
      <Plain
        state="queued"
        title={words.states.queued + placeOf(live?.queuePosition ?? null)}
        detail={secondsLeft === null ? undefined : words.within(secondsLeft)}
      />
    );
  return (
    <Plain
      state={job.status}
      title={words.states[job.status]}
      detail={problemOf(job, hasProblem)}
    />
  );
}

/** What the job waits for other than its turn. */
function obstacleOf(job: JobSummary): string | null {
  if (job.node_unreachable) return words.unreachable;
  return job.disk_full ? words.diskFull : null;
}

/** What went wrong in one line. */
function problemOf({ status, error, warnings }: JobSummary, isShown: boolean): string | undefined {
  if (!isShown) return undefined;
  if (status === 'failed') return error === null ? undefined : words.errors[error.code];
  return warnings[0]?.message;
}

const placeOf = (inFront: number | null): string =>
  inFront === null ? '' : ` · ${turnOf(inFront)}`;

interface PlainProps {
  readonly state: JobSummary['status'] | 'away';
  readonly title: string;
  readonly detail?: string;
}

function Plain({ state, title, detail }: PlainProps) {
  return (
    <div className={styles.state}>
      <span className={styles.title}>
        <span className={styles.dot} data-state={state} aria-hidden="true" />
        {title}
      </span>
      {detail !== undefined && <span className={styles.detail}>{detail}</span>}
    </div>
  );
}

function Running({
  job,
  live,
  prompt,
  secondsLeft,
}: JobStateProps & { readonly secondsLeft: number | null }) {
  const progress = live?.progress ?? job.progress;
  const fraction = progress?.fraction ?? 0;
  return (
    <div className={styles.state}>
      <span className={styles.title}>
        {stepText(progress)}
        <span className={styles.percent}>{words.percent(fraction)}</span>
      </span>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={words.progressOf(prompt)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(fraction * 100)}
      >
        <span style={{ transform: `scaleX(${fraction})` }} />
      </div>
      {secondsLeft !== null && secondsLeft > 0 && (
        <span className={styles.detail}>{words.left(secondsLeft)}</span>
      )}
    </div>
  );
}

function stepText(
  progress: { readonly step?: number | null; readonly steps?: number | null } | null | undefined,
): string {
  if (progress?.step == null || progress.steps == null) return words.states.running;
  return words.stepOf(progress.step, progress.steps);
}
