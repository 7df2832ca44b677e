import type { TrainingRun } from './training-run.entity';

/** Why a run makes no progress, and the request to send. */
export interface Stall {
  readonly cause: string;
  /** ISO 8601; when it moved last. */
  readonly since: string;
  readonly call: string;
}

const MIN_STALL_MS = 15 * 60_000;
const STEPS_OF_SILENCE = 10;

/**
 * `null` for a run that makes progress or has ended.
 * @param idleMs how long its status, step and info have not changed
 */
export function stallOf(run: TrainingRun, idleMs: number): Stall | null {
  if (run.finished_at !== null) return null;
  const limitMs = Math.max(MIN_STALL_MS, STEPS_OF_SILENCE * (run.seconds_per_step ?? 0) * 1000);
  if (idleMs < limitMs) return null;
  return { since: run.moved_at, ...likelyCause(run) };
}

function likelyCause(run: TrainingRun): Pick<Stall, 'cause' | 'call'> {
  const path = `/api/lora-training/jobs/${run.job_name}`;
  const isStopping = run.status === 'stopping';
  const forced = `DELETE ${path}?force=true`;
  if (run.toolkit_error !== null)
    return {
      cause: `The training toolkit can't be asked: ${run.toolkit_error}`,
      call: isStopping ? forced : `GET ${path}`,
    };
  if (isStopping)
    return {
      cause: 'The toolkit has not ended the trainer since it was asked to.',
      call: forced,
    };
  if (run.status === 'queued')
    return {
      cause: 'Another job of the toolkit uses the GPU, or its queue was stopped there.',
      call: `POST ${path}/stop`,
    };
  if (run.status === 'starting')
    return {
      cause: "The toolkit's worker has crashed before the first step.",
      call: `POST ${path}/stop`,
    };
  if (run.phase === 'downloading')
    return {
      cause: 'The base model is being downloaded, which takes hours at the first run.',
      call: `GET ${path}`,
    };
  return { cause: 'The trainer has hung or was killed.', call: `POST ${path}/stop` };
}
