import { ApiProperty, ApiPropertyOptional, PickType } from '@nestjs/swagger';
import { anyErrorCodeSchema } from '../../../platform/errors/error-code-schema';
import { pageOf } from '../../../platform/http/page.response';
import {
  ApiAnyObject,
  ApiNullable,
  ApiOwner,
  ApiTime,
} from '../../../platform/openapi/answer-fields';
import type { Plain } from '../../../platform/plain';
import {
  TAKE_KINDS,
  TAKE_STATUSES,
  type TakeKind,
  type TakeStatus,
  type Verdict,
  VERDICTS,
} from '../records/take.entity';
import { STALE_PARTS, type StalePart } from '../takes/ingredients';

/** A picture, clip or sound that a take is made from, or could be. */
export class TakeSourceResponse {
  @ApiProperty({
    description: 'A media path; the field of the shot or the character for what has none.',
    example: 'lamp-0f3a.png',
  })
  name: string;
  @ApiPropertyOptional({ description: 'The character whose picture it is.', example: 'mara' })
  character?: string;
  @ApiNullable('string', {
    description: 'The param that takes it; null when none does.',
    example: 'image',
  })
  slot: string | null;
  @ApiProperty()
  used: boolean;
  @ApiNullable('string', { description: 'Null when it is used.' })
  why_not: string | null;
}

/** A difference between a take and what its shot would make now. */
export class StaleReasonResponse {
  @ApiProperty({ enum: STALE_PARTS, example: 'prompt' })
  what: StalePart;
  @ApiPropertyOptional({
    description: 'The character that has changed, or whose voice has.',
    example: 'mara',
  })
  character?: string;
  @ApiProperty({ example: 'The prompt that the shot and its scene give has changed.' })
  why: string;
}

export class TakeErrorResponse {
  @ApiProperty({
    ...anyErrorCodeSchema('invalid', 'depends_on_failed'),
    description:
      'A code of a job’s `error` or of GET /api/errors; `invalid` for a refused value, `depends_on_failed` when a take that it is made from did not complete.',
    example: 'depends_on_failed',
  })
  code: string;
  @ApiProperty({ example: 'A take that it is made from did not complete.' })
  message: string;
}

/** One attempt at the image, the video or the speech of a shot. */
export class TakeResponse {
  @ApiProperty({ example: 'tak_6Yt5Re4Wq3Za2XsC' })
  id: string;
  @ApiProperty({ example: 'prj_5kZ2rT9uQw1xA3bC' })
  project_id: string;
  @ApiProperty({ example: 'sht_1qW4eR7tY6uI9oPz' })
  shot_id: string;
  @ApiProperty({ enum: TAKE_KINDS })
  kind: TakeKind;
  @ApiProperty({
    enum: TAKE_STATUSES,
    description:
      'waiting: it has not begun; skipped: a take that it is made from did not complete, or its shot was locked meanwhile.',
  })
  status: TakeStatus;
  @ApiProperty({ description: 'Whether its media is the selected one of the shot.' })
  selected: boolean;
  @ApiNullable('string', { enum: [...VERDICTS, null] })
  verdict: Verdict | null;
  @ApiProperty({ description: 'The reason for the verdict.', example: '' })
  reason: string;
  @ApiProperty({
    type: [StaleReasonResponse],
    description:
      'What has changed since it was made. Fields that were sent never get stale; unfinished takes have none.',
  })
  stale: readonly Plain<StaleReasonResponse>[];
  @ApiNullable('string', { description: 'Media path of its result.', example: 'lamp-0f3a.png' })
  path: string | null;
  @ApiNullable('string', { example: '/media/lamp-0f3a.png' })
  url: string | null;
  @ApiProperty({ description: 'Whether its result was deleted or is in the trash.' })
  missing: boolean;
  @ApiNullable('number', { description: 'Seconds, of a video or speech.' })
  duration: number | null;
  @ApiNullable('string', {
    description: 'Its job; null for speech and before there is one.',
    example: '0b9d4c1e-3f0f-4a53-9c0e-6a1f2f6c1a77',
  })
  prompt_id: string | null;
  @ApiProperty({ type: TakeErrorResponse, nullable: true })
  error: Plain<TakeErrorResponse> | null;
  @ApiAnyObject({
    description: 'The fields that were sent for it.',
    example: { workflow: 'sdxl-t2i', provider: 'auto' },
  })
  fields: Readonly<Record<string, unknown>>;
  @ApiAnyObject({
    nullable: true,
    description: 'The generate body that it was made with; null for speech and until it begins.',
    example: { workflow: 'sdxl-t2i', provider: 'auto', prompt: 'a keeper at the lamp' },
  })
  request: Readonly<Record<string, unknown>> | null;
  @ApiProperty({
    type: [TakeSourceResponse],
    description:
      'Each frame, sound and picture of the cast: the param that takes it, or why none does.',
  })
  references: readonly Plain<TakeSourceResponse>[];
  @ApiNullable('string', {
    description: 'The bulk call that made it.',
    example: 'gen_3eD4cV5fR6tG7bHn',
  })
  generation_id: string | null;
  @ApiNullable('integer', { description: 'Its place in the generation, from 0.' })
  position: number | null;
  @ApiProperty({ type: [String], description: 'The takes that must complete first.' })
  after: readonly string[];
  @ApiTime()
  created_at: string;
  @ApiTime({ nullable: true })
  finished_at: string | null;
}

/** The data of a `take` event: a new take, or a new status of one. A take that was deleted unfinished is `cancelled`. */
export class TakeEventResponse extends PickType(TakeResponse, [
  'id',
  'project_id',
  'shot_id',
  'kind',
  'status',
  'path',
  'prompt_id',
  'error',
] as const) {
  @ApiOwner()
  owner?: string | null;
}

/** What a take would be, with `submit: false`. */
export class TakePlanResponse {
  @ApiProperty({ enum: ['image', 'video'] })
  kind: 'image' | 'video';
  @ApiAnyObject({
    description:
      'The generate body that the shot makes of the request, without files; those are `references`.',
    example: { workflow: 'sdxl-t2i', provider: 'auto', prompt: 'a keeper at the lamp' },
  })
  request: Readonly<Record<string, unknown>>;
  @ApiNullable('string', {
    description: 'The node that would run it; null while the last frame that it needs is not made.',
    example: 'simulator',
  })
  provider: string | null;
  @ApiProperty({
    type: [TakeSourceResponse],
    description:
      'What it would be made from, and what it would not use. Without the pictures of characters while a last frame that it needs is not made.',
  })
  references: readonly Plain<TakeSourceResponse>[];
}

/** `GET …/shots/{shot_id}/takes`. */
export class TakePageResponse extends pageOf(TakeResponse) {}

export type TakeRecord = Plain<TakeResponse>;
export type TakeEvent = Plain<TakeEventResponse>;
export type TakePlan = Plain<TakePlanResponse>;
export type TakePage = Plain<TakePageResponse>;
