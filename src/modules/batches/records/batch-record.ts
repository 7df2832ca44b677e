import type { Caller } from '../../../platform/access/caller';
import type { JobCounts } from '../../jobs/public/batch-jobs';
import type { BatchRecord, BatchSummary } from '../dto/batch.response';
import type { BatchRow } from './batch.entity';
import type { ListedBatch } from './batches.repository';

/** What a record says besides the batch's row. */
export interface BatchSituation {
  /** `undefined` while the batch has no job. */
  readonly jobs: JobCounts | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** For admins; `null` for a batch without an owner. */
  readonly ownerName: string | null;
}

type Viewer = Pick<Caller, 'isAdmin'>;

/** Names each outgoing field, so that a new column can't leak. */
export function toSummary(
  caller: Viewer,
  batch: ListedBatch,
  situation: BatchSituation,
): BatchSummary {
  const counts = countsOf(batch, situation.jobs);
  const ended = counts.completed + counts.failed + counts.cancelled;
  return {
    id: batch.id,
    name: batch.name,
    status: batch.status,
    reason: batch.reason,
    type: batch.kind,
    total: batch.total,
    counts,
    fraction: Math.round((ended / batch.total) * 1000) / 1000,
    eta_seconds: etaSeconds(batch, ended, situation.now),
    created_at: batch.created_at,
    finished_at: batch.finished_at,
    ...(caller.isAdmin ? { owner: situation.ownerName } : {}),
  };
}

export function toRecord(caller: Viewer, batch: BatchRow, situation: BatchSituation): BatchRecord {
  return {
    ...toSummary(caller, batch, situation),
    base: { type: batch.kind, ...batch.base },
    axes: batch.axes.map(({ param, values }) => ({ param, values: [...values] })),
    mode: batch.mode,
    count: batch.count,
    seed: batch.seed,
  };
}

/** A run that is fed and has no job was refused. The jobs are read after the row, so there may be more of them. */
function countsOf(
  { total, fed, status }: ListedBatch,
  jobs: JobCounts | undefined,
): BatchSummary['counts'] {
  const { queued = 0, running = 0, completed = 0, failed = 0, cancelled = 0 } = jobs ?? {};
  const made = queued + running + completed + failed + cancelled;
  const taken = Math.max(fed, made);
  const left = total - taken;
  const isCancelled = status === 'cancelled';
  return {
    waiting: isCancelled ? 0 : left,
    queued,
    running,
    completed,
    failed: failed + taken - made,
    cancelled: cancelled + (isCancelled ? left : 0),
  };
}

/** At the pace so far. Before the first run has ended, what the admission expected. */
function etaSeconds(
  { status, total, expected_seconds: expected, created_at }: ListedBatch,
  ended: number,
  now: number,
): number | null {
  if (status !== 'running') return null;
  if (ended === 0) return expected === null ? null : Math.ceil(expected);
  const elapsed = (now - Date.parse(created_at)) / 1000;
  return Math.ceil((elapsed / ended) * (total - ended));
}
