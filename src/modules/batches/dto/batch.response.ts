import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { pageOf } from '../../../platform/http/page.response';
import { fieldCodeSpecs } from '../../../platform/errors/app-error';
import { CANCEL_REASONS } from '../public/cancel-reasons';
import { errorCodeSchema, anyErrorCodeSchema } from '../../../platform/errors/error-code-schema';
import {
  ApiAnyObject,
  ApiNullable,
  ApiOwner,
  ApiTime,
} from '../../../platform/openapi/answer-fields';
import type { Plain } from '../../../platform/plain';
import { BATCH_MODES, type BatchMode } from '../batch-runs';
import { BATCH_STATUSES, type BatchStatus } from '../records/batch.entity';

const REASONS = fieldCodeSpecs('batch.reason', CANCEL_REASONS);

const integer = (description: string) => ({ type: 'integer' as const, description, example: 4 });

/** Runs by state; together they are `total`. */
export class BatchCountsResponse {
  @ApiProperty(integer('No job has been made yet.'))
  waiting: number;
  @ApiProperty(integer('In the queue.'))
  queued: number;
  @ApiProperty(integer('On a node.'))
  running: number;
  @ApiProperty(integer('Completed.'))
  completed: number;
  @ApiProperty(integer('Failed, or refused when their turn came.'))
  failed: number;
  @ApiProperty(integer('Cancelled, with or without a job.'))
  cancelled: number;
}

/** A batch in lists and events. */
export class BatchSummaryResponse {
  @ApiProperty({ example: 'bat_5kZ2rT9uQw1x' })
  id: string;
  @ApiProperty({ example: 'Steps and guidance' })
  name: string;
  @ApiProperty({ enum: BATCH_STATUSES })
  status: BatchStatus;
  @ApiNullable('string', {
    enum: [...REASONS, null],
    description: 'Why a cancelled batch was cancelled: by a call, or with its key.',
  })
  reason: string | null;
  @ApiProperty({ enum: ['image', 'video'] })
  type: 'image' | 'video';
  @ApiProperty({ type: 'integer', description: 'How many runs it has.', example: 12 })
  total: number;
  @ApiProperty({ type: BatchCountsResponse })
  counts: Plain<BatchCountsResponse>;
  @ApiProperty({ minimum: 0, maximum: 1, description: 'The share of runs that have ended.' })
  fraction: number;
  @ApiNullable('integer', {
    description:
      'Seconds until all runs have ended, at the pace so far; before the first end from measured run times. null when unknown or over.',
    example: 90,
  })
  eta_seconds: number | null;
  @ApiTime()
  created_at: string;
  @ApiTime({ nullable: true })
  finished_at: string | null;
  @ApiOwner()
  owner?: string | null;
}

/** One axis, as it was sent. */
export class BatchAxisResponse {
  @ApiProperty({ example: 'steps' })
  param: string;
  @ApiProperty({ type: 'array', items: {}, example: [15, 30] })
  values: unknown[];
}

/** A batch with what it was made from. */
export class BatchResponse extends BatchSummaryResponse {
  @ApiAnyObject({ description: 'As it was sent.' })
  base: Record<string, unknown>;
  @ApiProperty({ type: [BatchAxisResponse] })
  axes: Plain<BatchAxisResponse>[];
  @ApiProperty({ enum: BATCH_MODES })
  mode: BatchMode;
  @ApiProperty({ type: 'integer', example: 1 })
  count: number;
  @ApiNullable('integer', {
    description: 'The seed drawn for runs without one; null when none needed it.',
    example: 42,
  })
  seed: number | null;
}

/** What a submit would refuse. */
export class RefusedRunResponse {
  @ApiProperty({
    type: 'integer',
    description: 'The run; 0 with `loc: ["body"]` where the batch as a whole is refused.',
    example: 3,
  })
  index: number;
  @ApiProperty({
    type: 'array',
    items: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    description: 'What to correct in the body of the batch.',
    example: ['body', 'axes', 0, 'values', 1],
  })
  loc: (string | number)[];
  @ApiProperty({ example: 'Send a number of at most 100.' })
  detail: string;
  @ApiProperty({
    ...errorCodeSchema('invalid'),
    description: '`invalid`, or a code of GET /api/errors.',
    example: 'invalid',
  })
  code: string;
}

/** The answer to `dry_run`. */
export class BatchPlanResponse {
  @ApiProperty({ type: 'integer', example: 12 })
  total: number;
  @ApiNullable('number', {
    description: 'How long the runs take on their nodes; null where one was never measured.',
    example: 240,
  })
  expected_seconds: number | null;
  @ApiProperty({ type: [RefusedRunResponse], description: 'Empty: the batch would be accepted.' })
  refused: Plain<RefusedRunResponse>[];
}

/** `GET /api/batches`. */
export class BatchPageResponse extends pageOf(BatchSummaryResponse) {}

export const CHILD_STATUSES = [
  'waiting',
  'queued',
  'running',
  'completed',
  'failed',
  'cancelled',
] as const;
export type ChildStatus = (typeof CHILD_STATUSES)[number];

export class ChildErrorResponse {
  @ApiProperty({
    ...anyErrorCodeSchema('invalid'),
    description: 'As of a job; for a run that was refused, `invalid` or a code of GET /api/errors.',
    example: 'out_of_memory',
  })
  code: string;
  @ApiProperty({ example: 'The node ran out of memory.' })
  message: string;
}

/** A run of a batch. */
export class BatchChildResponse {
  @ApiProperty({ type: 'integer', example: 3 })
  index: number;
  @ApiAnyObject({ description: 'The value of each axis.', example: { steps: 30 } })
  values: Record<string, unknown>;
  @ApiProperty({ enum: CHILD_STATUSES })
  status: ChildStatus;
  @ApiNullable('string', {
    description: 'Its job, once there is one.',
    example: '5f0c3b52-6f0e-4a77-9a1c-9f2b4b1f9a10',
  })
  prompt_id: string | null;
  @ApiPropertyOptional({ type: ChildErrorResponse })
  error?: Plain<ChildErrorResponse>;
}

/** `GET /api/batches/{id}/children`. */
export class ChildPageResponse extends pageOf(BatchChildResponse) {}

export type BatchSummary = Plain<BatchSummaryResponse>;
export type BatchRecord = Plain<BatchResponse>;
export type BatchPlan = Plain<BatchPlanResponse>;
export type RefusedRun = Plain<RefusedRunResponse>;
export type BatchPage = Plain<BatchPageResponse>;
export type BatchChild = Plain<BatchChildResponse>;
export type ChildPage = Plain<ChildPageResponse>;
