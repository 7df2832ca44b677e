import type { Schemas } from '@kinora/client';
import type { LiveJob } from '../types';

type Progress = Schemas['JobProgressEventResponse'];
type QueuePosition = Schemas['QueuePositionResponse'];

/** An unfinished job. */
export interface LiveJobState {
  readonly job: LiveJob;
  /** `null` until it runs. */
  readonly progress: Omit<Progress, 'prompt_id'> | null;
  /** Grows with every preview picture; `null` before the first. See `useJobPreview`. */
  readonly previewRev: number | null;
  /** Jobs in front of it; `null` once it runs. */
  readonly queuePosition: number | null;
  /** When it is expected to end, in ms since 1970; `null` when unknown. */
  readonly endsAt: number | null;
}

export interface RunningSummary {
  readonly running: number;
  /** In the queue, or for a node that is away. */
  readonly waiting: number;
  /** How many of the waiting ones wait for a node that is away. */
  readonly away: number;
  /** Mean progress of the running ones, 0 to 1. */
  readonly fraction: number;
  /** When the last unfinished job is expected to end, in ms since 1970; `null` when one is unknown, as for a node that is away. */
  readonly endsAt: number | null;
}

const UNKNOWN = { progress: null, previewRev: null, endsAt: null } as const;
const NOTHING: RunningSummary = { running: 0, waiting: 0, away: 0, fraction: 0, endsAt: null };
const UNFINISHED = new Set<LiveJob['status']>(['queued', 'running']);

export const isUnfinished = ({ status }: Pick<LiveJob, 'status'>): boolean =>
  UNFINISHED.has(status);

/** Whether its node works on the job. While the node is away, the job waits for it. */
export const isRunning = ({
  status,
  node_unreachable,
}: Pick<LiveJob, 'status' | 'node_unreachable'>): boolean =>
  status === 'running' && !node_unreachable;

/**
 * Whether the account made the job. Only administrators hear of the jobs of others, each with its owner.
 * @param account `null` without a key
 */
export const isOwnJob = ({ owner }: Pick<LiveJob, 'owner'>, account: string | null): boolean =>
  owner === undefined || owner === account;

const endOf = (seconds: number | null, now: number): number | null =>
  seconds === null ? null : now + seconds * 1000;

/** The state after a `job` event. What the record leaves out stays as it was, unless another attempt has begun. */
export function withRecord(
  previous: LiveJobState | undefined,
  job: LiveJob,
  now: number,
): LiveJobState {
  const before = previous?.job.attempts === job.attempts ? previous : UNKNOWN;
  return {
    job,
    progress: job.progress ?? before.progress,
    previewRev: before.previewRev,
    queuePosition: job.queue_position,
    endsAt: endOf(job.eta_seconds, now) ?? before.endsAt,
  };
}

/** What the unfinished jobs add up to. */
export function summarize(states: readonly LiveJobState[]): RunningSummary {
  if (states.length === 0) return NOTHING;
  const away = states.filter(({ job }) => job.node_unreachable).length;
  const running = states.filter(({ job }) => isRunning(job));
  const done = running.reduce((sum, { progress }) => sum + (progress?.fraction ?? 0), 0);
  const ends = states.map(({ job, endsAt }) => (job.node_unreachable ? null : endsAt));
  return {
    running: running.length,
    waiting: states.length - running.length,
    away,
    fraction: running.length === 0 ? 0 : done / running.length,
    endsAt: ends.includes(null) ? null : Math.max(...(ends as number[])),
  };
}

/** Keeps the unfinished jobs; what ends is forgotten. */
export class LiveJobs {
  private readonly states = new Map<string, LiveJobState>();
  private readonly listeners = new Set<() => void>();
  private list: readonly LiveJobState[] = [];
  /** By the account whose jobs are summed up; `undefined` for all. */
  private readonly sums = new Map<string | null | undefined, RunningSummary>();

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  get(promptId: string): LiveJobState | undefined {
    return this.states.get(promptId);
  }

  all(): readonly LiveJobState[] {
    return this.list;
  }

  /** As {@link all}, with the newest progress. */
  current(): readonly LiveJobState[] {
    return [...this.states.values()];
  }

  /** Of the jobs of the account; of all jobs without one. */
  summary(account?: string | null): RunningSummary {
    const known = this.sums.get(account);
    if (known !== undefined) return known;
    const states = [...this.states.values()].filter(
      ({ job }) => account === undefined || isOwnJob(job, account),
    );
    const sum = summarize(states);
    this.sums.set(account, sum);
    return sum;
  }

  /** A job began, changed or ended. */
  receiveJob(job: LiveJob, now: number): void {
    const before = this.states.get(job.prompt_id);
    if (isUnfinished(job)) this.states.set(job.prompt_id, withRecord(before, job, now));
    else if (!this.states.delete(job.prompt_id)) return;
    this.changed({ isList: true });
  }

  receiveProgress({ prompt_id, ...progress }: Progress): void {
    this.update(prompt_id, () => ({ progress }));
  }

  receivePreview(promptId: string, rev: number): void {
    this.update(promptId, () => ({ previewRev: rev }));
  }

  receiveQueue(positions: readonly QueuePosition[], now: number): void {
    for (const { prompt_id, queue_position, eta_seconds } of positions)
      this.update(prompt_id, () => ({
        queuePosition: queue_position,
        endsAt: endOf(eta_seconds, now),
      }));
  }

  /** The complete list of a snapshot: others have ended meanwhile. */
  replaceAll(states: readonly LiveJobState[]): void {
    this.states.clear();
    for (const state of states) this.states.set(state.job.prompt_id, state);
    this.changed({ isList: true });
  }

  private update(promptId: string, patch: (before: LiveJobState) => Partial<LiveJobState>): void {
    const before = this.states.get(promptId);
    if (before === undefined) return;
    this.states.set(promptId, { ...before, ...patch(before) });
    this.changed({ isList: false });
  }

  private changed({ isList }: { readonly isList: boolean }): void {
    this.sums.clear();
    if (isList)
      this.list = [...this.states.values()].sort((a, b) =>
        a.job.created_at.localeCompare(b.job.created_at),
      );
    for (const listener of this.listeners) listener();
  }
}
