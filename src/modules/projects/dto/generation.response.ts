import { ApiProperty } from '@nestjs/swagger';
import { pageOf } from '../../../platform/http/page.response';
import { fieldCodeSpecs } from '../../../platform/errors/app-error';
import { CANCEL_REASONS } from '../../batches/public/cancel-reasons';
import { errorCodeSchema } from '../../../platform/errors/error-code-schema';
import { ApiNullable, ApiTime } from '../../../platform/openapi/answer-fields';
import type { Plain } from '../../../platform/plain';
import {
  GENERATION_KINDS,
  GENERATION_STATUSES,
  type GenerationKind,
  type GenerationStatus,
  SKIP_REASONS,
  type SkipReason,
} from '../records/generation.entity';
import { TAKE_KINDS, TAKE_STATUSES, type TakeKind, type TakeStatus } from '../records/take.entity';
import { TakeErrorResponse, TakeSourceResponse } from './take.response';

const REASONS = fieldCodeSpecs('generation.reason', CANCEL_REASONS);

const integer = (description: string) => ({ type: 'integer' as const, description, example: 2 });

/** Takes by state; together they are those of the generation that still exist. */
export class GenerationCountsResponse {
  @ApiProperty(integer('They have not begun.'))
  waiting: number;
  @ApiProperty(integer('In the queue.'))
  queued: number;
  @ApiProperty(integer('On a node, or being spoken.'))
  running: number;
  @ApiProperty(integer('Completed.'))
  completed: number;
  @ApiProperty(integer('Failed, or refused when their turn came.'))
  failed: number;
  @ApiProperty(integer('Cancelled.'))
  cancelled: number;
  @ApiProperty(integer('A take that they are made from did not complete.'))
  skipped: number;
}

/** A shot that gets no take. */
export class SkippedShotResponse {
  @ApiProperty({ example: 'sht_1qW4eR7tY6uI9oPz' })
  shot_id: string;
  @ApiProperty({ enum: TAKE_KINDS })
  kind: TakeKind;
  @ApiProperty({
    enum: SKIP_REASONS,
    description:
      'locked: the shot is locked; has_one: something is selected; in_progress: a take of it is unfinished; up_to_date: nothing has changed; approved: its take is approved; no_lines: nobody speaks.',
  })
  because: SkipReason;
}

/** A bulk call, in lists. */
export class GenerationSummaryResponse {
  @ApiProperty({ example: 'gen_3eD4cV5fR6tG7bHn' })
  id: string;
  @ApiProperty({ example: 'prj_5kZ2rT9uQw1xA3bC' })
  project_id: string;
  @ApiProperty({ enum: GENERATION_KINDS, description: 'mixed: takes of several kinds.' })
  kind: GenerationKind;
  @ApiProperty({ enum: GENERATION_STATUSES, description: 'A failed take doesn’t fail it.' })
  status: GenerationStatus;
  @ApiNullable('string', {
    enum: [...REASONS, null],
    description: 'Why it was cancelled: by a call, or with its key.',
  })
  reason: string | null;
  @ApiProperty({ type: 'integer', description: 'How many takes it was planned with.', example: 6 })
  total: number;
  @ApiProperty({ type: GenerationCountsResponse })
  counts: Plain<GenerationCountsResponse>;
  @ApiProperty({ minimum: 0, maximum: 1, description: 'The share of takes that have ended.' })
  fraction: number;
  @ApiNullable('integer', {
    description: 'Seconds until all takes have ended; null when unknown or over.',
    example: 90,
  })
  eta_seconds: number | null;
  @ApiProperty({ type: [SkippedShotResponse], description: 'Shots that got no take.' })
  skipped: readonly Plain<SkippedShotResponse>[];
  @ApiTime()
  created_at: string;
  @ApiTime({ nullable: true })
  finished_at: string | null;
}

/** A take of a generation, in short. */
export class GenerationTakeResponse {
  @ApiProperty({ example: 'tak_6Yt5Re4Wq3Za2XsC' })
  id: string;
  @ApiProperty({ example: 'sht_1qW4eR7tY6uI9oPz' })
  shot_id: string;
  @ApiProperty({ enum: TAKE_KINDS })
  kind: TakeKind;
  @ApiProperty({ enum: TAKE_STATUSES })
  status: TakeStatus;
  @ApiProperty({ type: [String], description: 'The takes that must complete first.' })
  after: readonly string[];
  @ApiNullable('string', {
    description: 'Its job; null for speech and before there is one.',
    example: '0b9d4c1e-3f0f-4a53-9c0e-6a1f2f6c1a77',
  })
  prompt_id: string | null;
  @ApiNullable('string', { example: 'lamp-0f3a.png' })
  path: string | null;
  @ApiProperty({ type: TakeErrorResponse, nullable: true })
  error: Plain<TakeErrorResponse> | null;
}

/** A bulk call with its takes. */
export class GenerationResponse extends GenerationSummaryResponse {
  @ApiProperty({ type: [GenerationTakeResponse], description: 'In the order of their plan.' })
  takes: readonly Plain<GenerationTakeResponse>[];
}

/** A take that a bulk call would make. */
export class PlannedTakeResponse {
  @ApiProperty({ type: 'integer', description: 'Its place in the order, from 0.', example: 1 })
  position: number;
  @ApiProperty({ example: 'sht_1qW4eR7tY6uI9oPz' })
  shot_id: string;
  @ApiProperty({ enum: TAKE_KINDS })
  kind: TakeKind;
  @ApiProperty({
    type: [Number],
    description: 'Positions of the takes that must complete first.',
    example: [0],
  })
  after: readonly number[];
  @ApiProperty({
    type: [TakeSourceResponse],
    description:
      'What the shot and its cast have and the take would not use, with the reasons; incomplete where it waits for other takes.',
  })
  unused: readonly Plain<TakeSourceResponse>[];
}

/** A take that a bulk call would be refused for. */
export class RefusedTakeResponse {
  @ApiProperty({ example: 'sht_1qW4eR7tY6uI9oPz' })
  shot_id: string;
  @ApiProperty({ enum: TAKE_KINDS })
  kind: TakeKind;
  @ApiProperty({
    type: 'array',
    items: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    description: 'What to correct in the body.',
    example: ['body', 'fields', 'steps'],
  })
  loc: readonly (string | number)[];
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
export class GenerationPlanResponse {
  @ApiProperty({ type: 'integer', description: 'How many takes it would make.', example: 6 })
  count: number;
  @ApiNullable('number', {
    description: 'How long they take on their nodes; null where one was never measured.',
    example: 240,
  })
  expected_seconds: number | null;
  @ApiProperty({ type: [PlannedTakeResponse] })
  takes: readonly Plain<PlannedTakeResponse>[];
  @ApiProperty({ type: [SkippedShotResponse] })
  skipped: readonly Plain<SkippedShotResponse>[];
  @ApiProperty({ type: [RefusedTakeResponse], description: 'Empty: the call would be accepted.' })
  refused: readonly Plain<RefusedTakeResponse>[];
}

/** `GET /api/projects/{project_id}/generations`. */
export class GenerationPageResponse extends pageOf(GenerationSummaryResponse) {}

export type GenerationSummary = Plain<GenerationSummaryResponse>;
export type GenerationRecord = Plain<GenerationResponse>;
export type GenerationPlan = Plain<GenerationPlanResponse>;
export type GenerationPage = Plain<GenerationPageResponse>;
