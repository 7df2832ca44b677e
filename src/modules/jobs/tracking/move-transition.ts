import type { AppConfig } from '../../../platform/config/app-config';
import { REQUEUED } from './lookup-transitions';
import type { JobPhase } from './job-state';
import type { TrackedJob, Transition } from './tracking-event';

/** How often a job moves after it was submitted; then it waits for its node. */
export const MAX_MOVES = 3;

/** Phases of jobs that no node has yet, and of jobs that a node has. In all others a job stays where it is. */
export const UNSUBMITTED: readonly JobPhase[] = ['waiting', 'staging'];
export const SUBMITTED: readonly JobPhase[] = ['handing_over', 'on_node'];

/**
 * How long its node must be away until the job moves to another one, in milliseconds; `null` when it never does. A job
 * that has ended on its node waits there: its files can come from nowhere else.
 */
export function moveDelayMs(
  { provider_auto, phase, moves }: Pick<TrackedJob, 'provider_auto' | 'phase' | 'moves'>,
  { auto_away_ms, move_after_ms }: AppConfig['jobs'],
): number | null {
  if (!provider_auto) return null;
  if (UNSUBMITTED.includes(phase)) return auto_away_ms;
  return SUBMITTED.includes(phase) && moves < MAX_MOVES ? move_after_ms : null;
}

/** Moves of a job that no node has yet are not counted, and leave nothing to withdraw. */
export const moved: Transition<'move'> = (job, { provider, graph, fromAddress }, { now }) => {
  if (!job.provider_auto) return null;
  if (job.phase === 'waiting') return { provider, graph, not_before: null };
  if (!SUBMITTED.includes(job.phase) || job.moves >= MAX_MOVES) return null;
  return {
    ...REQUEUED,
    provider,
    graph,
    moves: job.moves + 1,
    not_before: null,
    number: null,
    withdrawal: { provider: job.provider, address: fromAddress, created_at: now },
  };
};
