import type { Caller } from '../../../platform/access/caller';
import type { JobEvent } from '../dto/job-event.response';
import type { JobOutputRecord, JobRecord, JobSummary } from '../dto/job.response';
import {
  type NodeMessageRedactor,
  messageRedactorFor,
} from '../../providers/public/redact-messages';
import { JOB_PRIORITIES, type JobInput } from '../public/job-queue';
import {
  type JobOutputRow,
  type JobRow,
  type JobSummaryRow,
  SUMMARY_COLUMNS,
  SUMMARY_TEXT_LENGTH,
} from '../records/job.entity';
import type { JobProgress } from '../feed/live-jobs.service';

/** The parts of a record that are not in the job's rows. */
export interface JobSituation {
  readonly progress: JobProgress | null;
  readonly nodeUnreachable: boolean;
  /** Since when; milliseconds since 1970. */
  readonly unreachableSince: number | null;
  /** When the job moves to another node; `null` while none is able to run it. */
  readonly movesAt: number | null;
  /** Whether it waits for free disk space. */
  readonly diskFull: boolean;
  /** Addresses of the nodes, which are redacted in messages for callers who are not admins. */
  readonly nodeAddresses: () => readonly string[];
  /** The owner's name, for admins; `null` for a job without an owner. */
  readonly ownerName: string | null;
}

export interface JobOutlook {
  readonly queuePosition: number | null;
  readonly etaSeconds: number | null;
}

const redactor = (caller: Pick<Caller, 'isAdmin'>, situation: JobSituation): NodeMessageRedactor =>
  messageRedactorFor(caller, situation.nodeAddresses());

const isoOrNull = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString();

/** Names each outgoing field, so that a new column can't leak. */
export function toSummary(
  caller: Pick<Caller, 'isAdmin'>,
  job: JobSummaryRow,
  outputs: readonly JobOutputRow[],
  situation: JobSituation,
): JobSummary {
  return {
    ok: job.status !== 'failed',
    prompt_id: job.prompt_id,
    status: job.status,
    outputs: outputs.map(toOutput),
    provider: job.provider,
    workflow: job.workflow,
    kind: job.kind,
    mode: job.mode,
    prompt: job.prompt,
    batch: job.batch_id,
    batch_index: job.batch_index,
    priority: JOB_PRIORITIES[job.priority] ?? 'normal',
    ...progressFields(job, situation),
    attempts: job.attempts,
    error: job.error && {
      code: job.error.code,
      message: redactor(caller, situation).message(job.error.message),
      ...(job.error.node_id === undefined ? {} : { node_id: job.error.node_id }),
      ...(job.error.node_class === undefined ? {} : { node_class: job.error.node_class }),
    },
    warnings: (job.warnings ?? []).map(({ code, message, node_id }) => ({
      code,
      message: redactor(caller, situation).message(message),
      ...(node_id === undefined ? {} : { node_id }),
    })),
    created_at: job.created_at,
    started_at: isoOrNull(job.started_at),
    finished_at: isoOrNull(job.finished_at),
    ...(caller.isAdmin ? { owner: situation.ownerName } : {}),
  };
}

const progressFields = (
  { status }: Pick<JobSummaryRow, 'status'>,
  { progress, nodeUnreachable, unreachableSince, movesAt, diskFull }: JobSituation,
): Pick<
  JobSummary,
  'progress' | 'node_unreachable' | 'unreachable_since' | 'moves_at' | 'disk_full'
> => ({
  progress: status === 'running' ? progress : null,
  node_unreachable: nodeUnreachable,
  unreachable_since: isoOrNull(unreachableSince),
  moves_at: isoOrNull(movesAt),
  disk_full: diskFull,
});

/** The fields of an event that change while the job's state stays the same. */
export const situationFields = (
  job: Pick<JobSummaryRow, 'status'>,
  situation: JobSituation & JobOutlook,
): Partial<JobEvent> => ({
  ...progressFields(job, situation),
  queue_position: situation.queuePosition,
  eta_seconds: situation.etaSeconds,
});

/** A summary with what a screen shows of a job that is on its way, so that no event needs a second read. */
export function toEvent(
  caller: Pick<Caller, 'isAdmin'>,
  job: JobSummaryRow,
  outputs: readonly JobOutputRow[],
  situation: JobSituation & JobOutlook & Pick<JobEvent, 'expects'>,
): JobEvent {
  return {
    ...toSummary(caller, job, outputs, situation),
    queue_position: situation.queuePosition,
    eta_seconds: situation.etaSeconds,
    expects: situation.expects,
  };
}

const MAX_EXPECTED = 64;

/** What a job is to make, from its settings. */
export function expectedOutputs({ kind, settings }: JobRow): JobEvent['expects'] {
  const { width, height, batch_size: count } = settings;
  const output = { type: kind, width: numberOrNull(width), height: numberOrNull(height) };
  const length = Math.min(MAX_EXPECTED, Math.max(1, numberOrNull(count) ?? 1));
  return Array.from({ length }, () => output);
}

const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** The size of the first output that has one, for workflows whose size only the node knows. */
function outputSize(outputs: readonly JobOutputRow[]): { width?: number; height?: number } {
  const sized = outputs.find(({ width, height }) => width !== null && height !== null);
  return sized?.width == null || sized.height === null
    ? {}
    : { width: sized.width, height: sized.height };
}

/** Provenance shows once a node accepted the job. */
export function toRecord(
  caller: Pick<Caller, 'isAdmin'>,
  job: JobRow,
  outputs: readonly JobOutputRow[],
  situation: JobSituation & JobOutlook & Pick<JobRecord, 'inputs'>,
): JobRecord {
  const accepted = job.accepted_at !== null;
  return {
    ...toSummary(caller, job, outputs, situation),
    models: accepted ? job.models : null,
    loras: accepted ? job.loras : null,
    characters: job.characters,
    settings: accepted ? { ...outputSize(outputs), ...job.settings } : null,
    queue_position: situation.queuePosition,
    eta_seconds: situation.etaSeconds,
    inputs: situation.inputs,
    timeline: (job.timeline ?? []).map(({ phase, at, attempt, provider }) => ({
      phase,
      at: new Date(at).toISOString(),
      attempt,
      provider,
    })),
    ...(job.node_errors === null
      ? {}
      : { node_errors: redactor(caller, situation).errors(job.node_errors) }),
  };
}

/** The columns that summaries show. */
export function summaryRow(job: JobRow): JobSummaryRow {
  const columns = SUMMARY_COLUMNS.map((column) => [column, job[column]] as const);
  return Object.fromEntries(columns) as unknown as JobSummaryRow;
}

/** The output as lists show it: a long text is cut. */
export function shortOutput(output: JobOutputRow): JobOutputRow {
  const { text } = output;
  if (text === null || text.length <= SUMMARY_TEXT_LENGTH) return output;
  // A mere slice would keep the whole text in memory.
  return { ...output, text: Buffer.from(text.slice(0, SUMMARY_TEXT_LENGTH)).toString() };
}

export const toInput = ({ param, path, type }: JobInput): JobRecord['inputs'][number] => ({
  param,
  path,
  thumbnail_url: thumbnailUrl(type, path),
});

const thumbnailUrl = (type: string, path: string): string | null =>
  type === 'image' || type === 'video' ? `/media/${path}?thumbnail=512` : null;

export function toOutput(output: JobOutputRow): JobOutputRecord {
  return {
    type: output.type,
    filename: output.filename,
    subfolder: '',
    folder_type: output.folder_type ?? 'output',
    url: output.path === null ? '' : `/media/${output.path}`,
    ...(output.path === null ? {} : { thumbnail_url: thumbnailUrl(output.type, output.path) }),
    ...(output.path === null ? {} : { path: output.path }),
    ...(output.width === null ? {} : { width: output.width }),
    ...(output.height === null ? {} : { height: output.height }),
    ...(output.duration === null ? {} : { duration: output.duration }),
    ...(output.text === null ? {} : { text: output.text }),
  };
}
