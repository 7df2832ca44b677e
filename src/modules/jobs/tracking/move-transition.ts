import type { AppConfig } from '../../../platform/config/app-config';
import { REQUEUED } from './lookup-transitions';
import type { TrackedJob, Transition } from './tracking-event';

/** How often a job moves after it was submitted; then it waits for its node. */
const MAX_MOVES = 3;

/**
 * How long its node must be away until the job moves to another one, in milliseconds; `null` when it never does. A job
 * that has ended on its node waits there: its files can come from nowhere else.
 */
export function moveDelayMs(
  { provider_auto, phase, moves }: Pick<TrackedJob, 'provider_auto' | 'phase' | 'moves'>,
  { auto_away_ms, move_after_ms }: AppConfig['jobs'],
): number | null {
  if (!provider_auto) return null;
  if (phase === 'waiting' || phase === 'staging') return auto_away_ms;
  const isSubmitted = phase === 'handing_over' || phase === 'on_node';
  return isSubmitted && moves < MAX_MOVES ? move_after_ms : null;
}

/** Moves of a job that no node has yet are not counted, and leave nothing to withdraw. */
export const moved: Transition<'move'> = (job, { provider, graph, fromAddress }, { now }) => {
  if (!job.provider_auto) return null;
  if (job.phase === 'waiting') return { provider, graph, not_before: null };
  const isSubmitted = job.phase === 'handing_over' || job.phase === 'on_node';
  if (!isSubmitted || job.moves >= MAX_MOVES) return null;
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
