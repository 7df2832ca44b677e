import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { pageOf } from '../../../platform/http/page.response';
import {
  ApiAnyObject,
  ApiNullable,
  ApiOwner,
  ApiTime,
} from '../../../platform/openapi/answer-fields';
import type { Plain } from '../../../platform/plain';
import {
  RUN_PHASES,
  RUN_STATUSES,
  type RunPhase,
  type RunStatus,
} from '../runs/training-run.entity';
import { PictureCropsResponse } from './report.response';

/** The answer of `POST /api/lora-training/start`. */
export class StartedRunResponse {
  @ApiProperty({
    description: 'False when nothing was started and nothing is stored: `error` says why.',
    example: true,
  })
  ok: boolean;
  @ApiProperty({ example: 'mara_v1' })
  job_name: string;
  @ApiProperty({ enum: RUN_STATUSES, example: 'queued' })
  status: RunStatus;
  @ApiProperty({
    description:
      'The config that was sent to the toolkit, in the training root. With `ok: false` there is no such file.',
    example: 'configs/mara_v1.json',
  })
  config_path: string;
  @ApiProperty({ description: 'In the training root.', example: 'output/mara_v1' })
  output_dir: string;
  @ApiPropertyOptional({ example: 'The training toolkit cannot be reached.' })
  error?: string;
  @ApiPropertyOptional({
    description:
      'With `ok: false`, the code of `error`: that of the fault in `POST /api/lora-training/plan`, else an error code.',
    example: 'toolkit_unavailable',
  })
  code?: string;
  @ApiPropertyOptional({
    description: 'With `ok: false`, the request to send next.',
    example: 'GET /api/health',
  })
  hint?: string;
}

/** Why a run makes no progress. */
export class StallResponse {
  @ApiProperty({ example: 'The trainer has hung or was killed.' })
  cause: string;
  @ApiTime()
  since: string;
  @ApiProperty({
    description: 'The request to send.',
    example: 'POST /api/lora-training/jobs/mara_v1/stop',
  })
  call: string;
}

/** A training run in lists. */
export class RunSummaryResponse {
  @ApiProperty({ example: 'mara_v1' })
  job_name: string;
  @ApiProperty({ enum: RUN_STATUSES })
  status: RunStatus;
  @ApiProperty({
    type: 'string',
    enum: [...RUN_PHASES, null],
    nullable: true,
    description: 'What a running run is doing; null if unknown.',
  })
  phase: RunPhase | null;
  @ApiProperty({
    type: StallResponse,
    nullable: true,
    description: 'Null while the run makes progress.',
  })
  stalled: Plain<StallResponse> | null;
  @ApiProperty({ type: 'integer', example: 450 })
  step: number;
  @ApiProperty({ type: 'integer', example: 1800 })
  steps: number;
  @ApiNullable('number', { description: 'Steps per second.', example: 0.65 })
  speed: number | null;
  @ApiNullable('integer', { example: 2080 })
  eta_seconds: number | null;
  @ApiNullable('number', { description: 'The last one.', example: 0.084 })
  loss: number | null;
  @ApiNullable('string', { description: 'Why it failed.', example: null })
  error: string | null;
  @ApiProperty({ example: 'mara' })
  dataset: string;
  @ApiProperty({ example: 'zimage_turbo_identity' })
  base_config: string;
  @ApiProperty({ description: 'Label of the base model.', example: 'Z-Image Turbo' })
  model: string;
  @ApiProperty({ example: 'mara_tok' })
  trigger_word: string;
  @ApiProperty({ example: 'configs/mara_v1.json' })
  config_path: string;
  @ApiProperty({ example: 'output/mara_v1' })
  output_dir: string;
  @ApiTime()
  created_at: string;
  @ApiTime({ nullable: true })
  started_at: string | null;
  @ApiTime({ nullable: true })
  finished_at: string | null;
  @ApiOwner()
  owner?: string | null;
}

/** A point of the loss curve. */
export class LossPointResponse {
  @ApiProperty({ type: 'integer', example: 450 })
  step: number;
  @ApiProperty({ type: 'number', example: 0.084 })
  value: number;
}

/** A training run. */
export class RunResponse extends RunSummaryResponse {
  @ApiProperty({ type: [LossPointResponse], description: 'The loss by step, thinned.' })
  loss_curve: Plain<LossPointResponse>[];
}

/** `DELETE /api/lora-training/jobs/{job_name}`. */
export class DeletedRunResponse {
  @ApiProperty({ example: true })
  ok: boolean;
  @ApiProperty({ example: 'mara_v1' })
  job_name: string;
}

/** `GET /api/lora-training/jobs`. */
export class RunPageResponse extends pageOf(RunSummaryResponse) {}

/** A fault or a warning of a plan. */
export class FindingResponse {
  @ApiProperty({ example: 'captions_missing' })
  code: string;
  @ApiProperty({ example: '3 pictures have no caption.' })
  message: string;
}

/** What a run needs, by your earlier runs with the same template. */
export class RunEstimateResponse {
  @ApiNullable('integer', {
    description: 'Time of all steps; null without an earlier run.',
    example: 2770,
  })
  seconds: number | null;
  @ApiNullable('integer', {
    description: 'Bytes of all checkpoints; null without an earlier run.',
    example: 576_199_680,
  })
  disk_bytes: number | null;
  @ApiProperty({
    type: 'integer',
    description: 'Bytes that are free in the training root.',
    example: 52_310_000_000,
  })
  free_bytes: number;
}

/** The answer of `POST /api/lora-training/plan`. */
export class TrainingPlanResponse {
  @ApiProperty({ description: 'Whether a start would be accepted now.', example: true })
  ok: boolean;
  @ApiProperty({ type: [FindingResponse], description: 'Problems that make a start fail.' })
  faults: Plain<FindingResponse>[];
  @ApiProperty({ type: [FindingResponse], description: 'Problems that may spoil the result.' })
  warnings: Plain<FindingResponse>[];
  @ApiProperty({ type: RunEstimateResponse })
  estimate: Plain<RunEstimateResponse>;
  @ApiProperty({ type: 'integer', description: 'Pictures in the dataset.', example: 12 })
  pictures: number;
  @ApiProperty({
    type: [PictureCropsResponse],
    description: 'What is trained of each picture, of the first 1,000.',
  })
  crops: Plain<PictureCropsResponse>[];
  @ApiAnyObject({
    description: "The toolkit's config; its folders are relative to the training root.",
  })
  config: Record<string, unknown>;
}

export type StartedRun = Plain<StartedRunResponse>;
export type RunSummary = Plain<RunSummaryResponse>;
export type DeletedRun = Plain<DeletedRunResponse>;
export type RunRecord = Plain<RunResponse>;
export type RunPage = Plain<RunPageResponse>;
export type RunEstimate = Plain<RunEstimateResponse>;
export type TrainingPlan = Plain<TrainingPlanResponse>;
