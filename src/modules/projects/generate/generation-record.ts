import type {
  GenerationRecord,
  GenerationSummary,
  GenerationTakeResponse,
} from '../dto/generation.response';
import type { GenerationRow } from '../records/generation.entity';
import type { ListedTake, TakeCounts } from '../records/generations.repository';
import type { Plain } from '../../../platform/plain';

/** Names each outgoing field, so that a new column can't leak. @param now milliseconds since 1970 */
export function toSummary(
  generation: GenerationRow,
  takes: TakeCounts = {},
  now: number,
): GenerationSummary {
  const { waiting = 0, queued = 0, running = 0, completed = 0 } = takes;
  const { failed = 0, cancelled = 0, skipped = 0 } = takes;
  const ended = completed + failed + cancelled + skipped;
  const all = waiting + queued + running + ended;
  return {
    id: generation.id,
    project_id: generation.project_id,
    kind: generation.kind,
    status: generation.status,
    reason: generation.reason,
    total: generation.total,
    counts: { waiting, queued, running, completed, failed, cancelled, skipped },
    fraction: all === 0 ? 1 : Math.round((ended / all) * 1000) / 1000,
    eta_seconds: etaSeconds(generation, { ended, all }, now),
    skipped: generation.skipped,
    created_at: generation.created_at,
    finished_at: generation.finished_at,
  };
}

export const toRecord = (
  generation: GenerationRow,
  takes: readonly ListedTake[],
  now: number,
): GenerationRecord => ({
  ...toSummary(generation, countsOf(takes), now),
  takes: takes.map(toTake),
});

const toTake = (take: ListedTake): Plain<GenerationTakeResponse> => ({
  id: take.id,
  shot_id: take.shot_id,
  kind: take.kind,
  status: take.status,
  after: take.after,
  prompt_id: take.prompt_id,
  path: take.path,
  error: take.error,
});

function countsOf(takes: readonly ListedTake[]): TakeCounts {
  const counts: Partial<Record<ListedTake['status'], number>> = {};
  for (const { status } of takes) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Estimated from the takes that have ended; before the first has ended, the plan's estimate. */
function etaSeconds(
  { status, created_at, expected_seconds: expected }: GenerationRow,
  { ended, all }: { readonly ended: number; readonly all: number },
  now: number,
): number | null {
  if (status !== 'running') return null;
  if (ended === 0) return expected === null ? null : Math.ceil(expected);
  return Math.ceil(((now - Date.parse(created_at)) / 1000 / ended) * (all - ended));
}
