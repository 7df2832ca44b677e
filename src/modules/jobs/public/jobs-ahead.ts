import type { RunKind, RunTimes } from '../../workflows/public/run-times';

/** Jobs of one kind. */
export interface AheadKind extends RunKind {
  /** A fraction where it isn't known which of an owner's jobs come first. */
  readonly jobs: number;
}

/** Jobs that end on a node before another one starts. */
export interface JobsAhead {
  readonly count: number;
  /** The same jobs by what makes them take long. */
  readonly kinds: readonly AheadKind[];
}

export const NOTHING_AHEAD: JobsAhead = { count: 0, kinds: [] };

/** What the jobs in front take. */
export interface ExpectedWait {
  /** Of those that this install has times of. */
  readonly seconds: number;
  /** How many it has none of. */
  readonly unmeasured: number;
}

/** What a run counts for on a node that was never measured, where nodes are compared. Never told. */
export const UNMEASURED_SECONDS = 60;

/** Pure. */
export function bothAhead(a: JobsAhead, b: JobsAhead): JobsAhead {
  return { count: a.count + b.count, kinds: [...a.kinds, ...b.kinds] };
}

/** Each job counts with its own kind's time. */
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
 * Seconds until a job starts. Those in front that were never measured count as if they were like it; `null` where it
 * wasn't measured either. Pure.
 * @param own what the job itself takes
 */
export function waitSeconds(wait: ExpectedWait, own: number | null): number | null {
  if (wait.unmeasured === 0) return wait.seconds;
  return own === null ? null : wait.seconds + wait.unmeasured * own;
}
