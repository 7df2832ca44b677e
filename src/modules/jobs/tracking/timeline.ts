import type { JobRow } from '../records/job.entity';
import { isFinal, JOB_PHASES, JOB_STATUSES, type TimelineEntry } from './job-state';
import type { JobPatch } from './tracking-event';

/** What a timeline says of a job: its phase or, once it runs or has ended, its status. */
export const TIMELINE_PHASES = [...new Set([...JOB_PHASES, ...JOB_STATUSES])].filter(
  (phase) => !['queued', 'withdrawing', 'done'].includes(phase),
);

/** A node may lose a job often: the oldest entries go first. */
const MAX_ENTRIES = 50;

type Described = Pick<JobRow, 'phase' | 'status' | 'attempts' | 'provider'>;

export function timelineEntry(job: Described, at: number): TimelineEntry {
  return { phase: publicPhase(job), at, attempt: job.attempts, provider: job.provider };
}

/** The timeline with what the patch adds; no field if it adds nothing. */
export function withTimeline(
  job: Described & Pick<JobRow, 'timeline'>,
  patch: JobPatch,
  now: number,
): JobPatch {
  const entry = timelineEntry({ ...job, ...patch }, now);
  const last = timelineEntry(job, now);
  if (entry.phase === last.phase && entry.provider === last.provider) return patch;
  return { ...patch, timeline: [...(job.timeline ?? []), entry].slice(-MAX_ENTRIES) };
}

const publicPhase = ({ phase, status }: Described): string => {
  if (isFinal(status)) return status;
  return phase === 'on_node' && status === 'running' ? 'running' : phase;
};
