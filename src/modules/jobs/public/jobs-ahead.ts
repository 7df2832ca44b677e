import type { RunKind, RunTimes } from '../../workflows/public/run-times';

/** Jobs of one kind. */
export interface AheadKind extends RunKind {
  /** A fraction when it isn't known which of an owner's jobs come first. */
  readonly jobs: number;
}

/** Jobs that are to end on a node before another one starts. */
export interface JobsAhead {
  readonly count: number;
  /** The same jobs by kind. */
  readonly kinds: readonly AheadKind[];
}

export const NOTHING_AHEAD: JobsAhead = { count: 0, kinds: [] };

/** How long the jobs in front take. */
export interface ExpectedWait {
  /** For the jobs with measured run times. */
  readonly seconds: number;
  /** How many jobs have no measured run time. */
  readonly unmeasured: number;
}

/** Assumed run time of an unmeasured job, only for comparing nodes. */
export const UNMEASURED_SECONDS = 60;

export function sumOfJobsAhead(a: JobsAhead, b: JobsAhead): JobsAhead {
  return { count: a.count + b.count, kinds: [...a.kinds, ...b.kinds] };
}

/** The sum of the run times of the jobs' kinds. */
export function expectedWait(
  { kinds }: JobsAhead,
  provider: string,
  runTimes: Pick<RunTimes, 'expectedSeconds'>,
): ExpectedWait {
  let [seconds, unmeasured] = [0, 0];
  for (const kind of kinds) {
    const each = runTimes.expectedSeconds(kind, provider);
    if (each === null) unmeasured += kind.jobs;
    else seconds += kind.jobs * each;
  }
  return { seconds, unmeasured };
}

/**
 * Seconds until a job starts. Unmeasured jobs in front count as much as the job itself; `null` when that is unmeasured
 * too.
 * @param own run time of the job itself
 */
export function waitSeconds(wait: ExpectedWait, own: number | null): number | null {
  if (wait.unmeasured === 0) return wait.seconds;
  return own === null ? null : wait.seconds + wait.unmeasured * own;
}
