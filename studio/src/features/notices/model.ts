import type { RunSummary } from '../../api/training-runs';
import { noticesWords } from './words';

export type RunEnd = 'completed' | 'failed';

type Ended = 'done' | 'failed' | 'cancelled';

/** What happened since the last announcement. */
export interface Happenings {
  readonly started: number;
  readonly done: number;
  readonly failed: number;
  readonly cancelled: number;
  /** How training runs ended, by their names. */
  readonly runs: Readonly<Record<string, RunEnd>>;
  /** Whether a node is there, by its name, where that has changed. */
  readonly nodes: Readonly<Record<string, boolean>>;
}

export const NOTHING_HAPPENED: Happenings = {
  started: 0,
  done: 0,
  failed: 0,
  cancelled: 0,
  runs: {},
  nodes: {},
};

type RunStatus = RunSummary['status'];
export type JobStatus = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';

const ENDS: Partial<Record<JobStatus, Ended>> = {
  completed: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
};

/**
 * What a job's new status means to somebody who listens. A job that is first heard of while it runs was started
 * earlier; one that is first heard of at its end was short.
 */
export function jobHappening(
  before: JobStatus | undefined,
  now: JobStatus,
): 'started' | Ended | undefined {
  if (before === now) return undefined;
  if (now === 'running') return before === 'queued' ? 'started' : undefined;
  return ENDS[now];
}

/** All of it in one sentence; `''` for nothing. */
export function announcement({
  started,
  done,
  failed,
  cancelled,
  runs,
  nodes,
}: Happenings): string {
  const counts: readonly [number, (count: number) => string][] = [
    [started, noticesWords.started],
    [done, noticesWords.done],
    [failed, noticesWords.failed],
    [cancelled, noticesWords.cancelled],
  ];
  const parts = counts.filter(([count]) => count > 0).map(([count, words]) => words(count));
  for (const [name, end] of Object.entries(runs)) parts.push(noticesWords.run[end](name));
  for (const [name, isThere] of Object.entries(nodes))
    parts.push(isThere ? noticesWords.nodeBack(name) : noticesWords.nodeAway(name));
  return parts.length === 0 ? '' : noticesWords.sentence(parts);
}

/** The text as another one than before: screen readers say only what changes. */
export const renewed = (text: string, before: string): string =>
  text === before ? `${text}\u00A0` : text;

/** Only the ends, for notifications of the desktop; `''` for none. */
export const endAnnouncement = ({ done, failed, runs }: Happenings): string =>
  announcement({ ...NOTHING_HAPPENED, done, failed, runs });

/** How a run has ended that was in another state before; runs that somebody stopped are not news. */
export const runEnd = (before: RunStatus | undefined, now: RunStatus): RunEnd | undefined =>
  before !== now && (now === 'completed' || now === 'failed') ? now : undefined;
