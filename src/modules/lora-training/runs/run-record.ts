import type { Caller } from '../../../platform/access/caller';
import { redactMessage } from '../../providers/public/redact-messages';
import type { RunRecord, RunSummary } from '../dto/run.response';
import { stallOf } from './run-stall';
import type { TrainingRun } from './training-run.entity';

/** What a record says in addition to the run's row. */
export interface RunSituation {
  /** How long its status, step and info have not changed. */
  readonly idleMs: number;
  /** For admins; `null` for a run without an owner. */
  readonly ownerName: string | null;
}

type Viewer = Pick<Caller, 'isAdmin'>;

/** Names each outgoing field, so that a new column can't leak. */
export function toRunSummary(
  caller: Viewer,
  run: TrainingRun,
  { idleMs, ownerName }: RunSituation,
): RunSummary {
  const { seconds_per_step: secondsPerStep } = run;
  const stalled = stallOf(run, idleMs);
  const isTraining = run.status === 'running' && secondsPerStep !== null;
  return {
    job_name: run.job_name,
    status: run.status,
    phase: run.phase,
    stalled: stalled && { ...stalled, cause: messageFor(caller, stalled.cause) },
    step: run.step,
    steps: run.steps,
    speed: secondsPerStep === null ? null : Math.round(100 / secondsPerStep) / 100,
    eta_seconds: isTraining ? Math.round((run.steps - run.step) * secondsPerStep) : null,
    loss: run.loss.at(-1)?.value ?? null,
    error: run.error === null ? null : messageFor(caller, run.error),
    dataset: run.dataset,
    base_config: run.base_config,
    model: run.model,
    trigger_word: run.trigger_word,
    config_path: run.config_path,
    output_dir: run.output_dir,
    created_at: run.created_at,
    started_at: run.started_at,
    finished_at: run.finished_at,
    ...(caller.isAdmin ? { owner: ownerName } : {}),
  };
}

export const toRunRecord = (
  caller: Viewer,
  run: TrainingRun,
  situation: RunSituation,
): RunRecord => ({
  ...toRunSummary(caller, run, situation),
  loss_curve: run.loss.map(({ step, value }) => ({ step, value })),
});

/** A message of the toolkit. Only admins see the paths of its host. */
export const messageFor = ({ isAdmin }: Viewer, message: string): string =>
  isAdmin ? message : redactMessage(message);
