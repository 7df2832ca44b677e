import { Entity } from 'typeorm';
import {
  FlagColumn,
  IdColumn,
  IntegerColumn,
  JsonColumn,
  NumberColumn,
  TextColumn,
  TimeColumn,
} from '../../../platform/database/columns';
import type { Plain } from '../../../platform/plain';
import type { ToolkitConfig } from '../config/toolkit-config';
import type { LossPoint } from '../toolkit/toolkit-answers';

export const RUN_STATUSES = [
  'queued',
  'starting',
  'running',
  'stopping',
  'stopped',
  'completed',
  'failed',
] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export const RUN_PHASES = [
  'downloading',
  'caching',
  'quantizing',
  'training',
  'sampling',
  'saving',
] as const;
export type RunPhase = (typeof RUN_PHASES)[number];

/** Statuses of runs that are followed on the toolkit. */
export const UNFINISHED: readonly RunStatus[] = ['starting', 'queued', 'running', 'stopping'];

/**
 * How far the start of a run has come on the toolkit. `continuing`: its job doesn't have the new steps yet. `lost`: the
 * trainer began again at step 0 instead of continuing, and is being stopped.
 */
export type StartStage = 'creating' | 'continuing' | 'created' | 'started' | 'lost';

/** A training run. */
@Entity('training_runs')
export class TrainingRunEntity {
  @IdColumn() job_name: string;
  @TextColumn({ nullable: true }) owner_id: string | null;
  @TextColumn() status: RunStatus;
  @TextColumn({ nullable: true }) phase: RunPhase | null;
  @TextColumn() stage: StartStage;
  /** The `job_ref` of its job on the toolkit: a random value that tells the job from any other of the same name. */
  @TextColumn() marker: string;
  /** The request that creates the toolkit's job may have reached it. */
  @FlagColumn() is_sent: boolean;
  /** The toolkit was asked to end the process. */
  @FlagColumn() is_stop_sent: boolean;
  @TextColumn({ nullable: true }) toolkit_id: string | null;
  @TextColumn() gpu_ids: string;
  @TextColumn() dataset: string;
  @TextColumn() base_config: string;
  @TextColumn() model: string;
  @TextColumn() trigger_word: string;
  @JsonColumn() config: ToolkitConfig;
  /** Relative to the training root, as `output_dir`. */
  @TextColumn() config_path: string;
  @TextColumn() output_dir: string;
  @IntegerColumn() step: number;
  @IntegerColumn() steps: number;
  /** The saved step that a continued run starts from. */
  @IntegerColumn({ nullable: true }) resumed_from: number | null;
  @NumberColumn({ nullable: true }) seconds_per_step: number | null;
  /** Oldest first, thinned. */
  @JsonColumn() loss: readonly LossPoint[];
  /** The status text of the toolkit. */
  @TextColumn() info: string;
  /** Why it failed. */
  @TextColumn({ nullable: true }) error: string | null;
  /** Its code, where it has one of its own. */
  @TextColumn({ nullable: true }) error_code: string | null;
  /** Why the last lookup failed; null after a successful one. */
  @TextColumn({ nullable: true }) toolkit_error: string | null;
  /** When status, step or info changed last. */
  @TimeColumn() moved_at: string;
  @TimeColumn() created_at: string;
  @TimeColumn({ nullable: true }) started_at: string | null;
  @TimeColumn({ nullable: true }) finished_at: string | null;
}

export type TrainingRun = Plain<TrainingRunEntity>;
