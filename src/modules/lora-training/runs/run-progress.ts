import type { LossPoint, ToolkitJob } from '../toolkit/toolkit-answers';
import { type RunPhase, type RunStatus, type TrainingRun, UNFINISHED } from './training-run.entity';

/** The columns that a lookup on the toolkit may change. */
export type RunProgress = Pick<
  TrainingRun,
  | 'status'
  | 'phase'
  | 'step'
  | 'seconds_per_step'
  | 'info'
  | 'error'
  | 'toolkit_error'
  | 'moved_at'
  | 'started_at'
  | 'finished_at'
>;

const VANISHED =
  'The training toolkit no longer has this run: its job was deleted there, or its database was replaced.';

/**
 * The columns that change when a run's job has been looked up.
 * @param job `null` when the toolkit doesn't have it
 * @param now ISO 8601
 */
export function progressOf(run: TrainingRun, job: ToolkitJob | null, now: string): RunProgress {
  const progress = job ? progressOfJob(run, job) : withoutJob(run);
  const { status, step, info } = progress;
  const hasMoved = status !== run.status || step !== run.step || info !== run.info;
  return {
    ...progress,
    toolkit_error: null,
    moved_at: hasMoved ? now : run.moved_at,
    started_at: run.started_at ?? (status === 'running' ? now : null),
    finished_at: UNFINISHED.includes(status) ? null : now,
  };
}

type JobProgress = Pick<
  RunProgress,
  'status' | 'phase' | 'step' | 'seconds_per_step' | 'info' | 'error'
>;

function withoutJob({ status, step, seconds_per_step, info }: TrainingRun): JobProgress {
  const rest = { phase: null, step, seconds_per_step, info };
  return status === 'stopping'
    ? { ...rest, status: 'stopped', error: null }
    : { ...rest, status: 'failed', error: VANISHED };
}

function progressOfJob(run: TrainingRun, job: ToolkitJob): JobProgress {
  const status = statusOf(job, run.status === 'stopping');
  return {
    status,
    phase: status === 'running' ? (phaseOf(job.info) ?? run.phase) : null,
    // A trainer that fails before it has loaded its last save reports step 0.
    step: status === 'completed' ? run.steps : Math.max(job.step, run.resumed_from ?? 0),
    seconds_per_step: secondsPerStep(job.speed) ?? run.seconds_per_step,
    info: job.info,
    error: status === 'failed' ? job.info : null,
  };
}

/** A run that is being stopped stays `stopping` until its job has ended. */
function statusOf(job: ToolkitJob, isStopping: boolean): RunStatus {
  if (job.status === 'stopped' || job.status === 'completed') return job.status;
  if (job.status === 'error') return isStopping ? 'stopped' : 'failed';
  if (isStopping || job.status === 'stopping') return 'stopping';
  if (job.status === 'queued') return 'queued';
  return job.info === 'Starting job...' ? 'starting' : 'running';
}

const PHASES: readonly (readonly [RegExp, RunPhase])[] = [
  [/quantiz/i, 'quantizing'],
  [/cach|dataset/i, 'caching'],
  [/download|loading|starting/i, 'downloading'],
  [/sav/i, 'saving'],
  [/generat|sampl/i, 'sampling'],
  [/train/i, 'training'],
];

/** The phase that the toolkit's status text names; `null` for a text without one. */
export function phaseOf(info: string): RunPhase | null {
  return PHASES.find(([pattern]) => pattern.test(info))?.[1] ?? null;
}

/** `2.00 iter/sec` or `3.10 sec/iter`, as the toolkit writes it; `null` for anything else. */
export function secondsPerStep(speed: string): number | null {
  const match = /^(\d+(?:\.\d+)?)\s*(iter\/s|s(?:ec)?\/it)/.exec(speed.trim());
  const value = Number(match?.[1] ?? 0);
  if (value <= 0) return null;
  return match?.[2] === 'iter/s' ? 1 / value : value;
}

const AFTER_LOADING: readonly (RunPhase | null)[] = ['training', 'sampling', 'saving'];

/** Whether the trainer has begun before the save that the run was to continue from. */
export function hasLostItsSteps({ resumed_from }: TrainingRun, job: ToolkitJob): boolean {
  if (resumed_from === null || job.status !== 'running') return false;
  return AFTER_LOADING.includes(phaseOf(job.info)) && job.step < resumed_from;
}

const MAX_POINTS = 200;

/** The loss curve with further points; every second point is left out where there are too many. */
export function withLoss(
  curve: readonly LossPoint[],
  further: readonly LossPoint[],
): readonly LossPoint[] {
  let points = [...curve, ...further.map(rounded)];
  while (points.length > MAX_POINTS)
    points = points.filter((_, at) => at % 2 === 0 || at === points.length - 1);
  return points;
}

/** With four digits: more are noise, and clients read the curve every few seconds. */
const rounded = ({ step, value }: LossPoint): LossPoint => ({
  step,
  value: Number(value.toPrecision(4)),
});
