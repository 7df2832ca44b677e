import { ApiProperty } from '@nestjs/swagger';
import { pageOf } from '../../../platform/http/page.response';
import { errorCodeSchema } from '../../../platform/errors/error-code-schema';
import { ApiNullable, ApiOwner, ApiTime } from '../../../platform/openapi/answer-fields';
import type { Plain } from '../../../platform/plain';
import { SUBTITLES, type Subtitles, type Zoom, ZOOMS } from '../film/film';
import { FAULT_CODES, type FaultCode } from '../preflight/preflight';
import { RENDER_STATUSES, type RenderStatus } from '../records/render.entity';
import { RESOLUTIONS, type Resolution } from '../renders/render-settings';

const PATH = { type: 'string', nullable: true, example: null } as const;

/** The settings of a render, with the defaults for what its request left out. */
export class RenderSettingsResponse {
  @ApiProperty({ enum: RESOLUTIONS, example: '1080p' })
  resolution: Resolution;
  @ApiProperty({ type: 'integer', example: 24 })
  fps: number;
  @ApiProperty({ enum: SUBTITLES, example: 'soft' })
  subtitles: Subtitles;
  @ApiProperty(PATH)
  narration: string | null;
  @ApiProperty(PATH)
  music: string | null;
  @ApiProperty({ example: 0.5 })
  transition: number;
  @ApiProperty({ enum: ZOOMS, example: 'none' })
  zoom: Zoom;
}

/** Why a render failed or was cancelled. */
export class RenderErrorResponse {
  @ApiProperty({
    ...errorCodeSchema('render_failed', 'key_revoked'),
    description: '`render_failed`, `key_revoked`, or a code of GET /api/errors.',
    example: 'render_failed',
  })
  code: string;
  @ApiProperty({ example: 'Making shot 2 of scene 1 failed.' })
  message: string;
}

/** A final render of a project. */
export class RenderResponse {
  @ApiProperty({ example: 'rnd_7dF2gH5jK8lZ1xCv' })
  id: string;
  @ApiProperty({ example: 'prj_5kZ2rT9uQw1xA3bC' })
  project_id: string;
  @ApiProperty({ enum: RENDER_STATUSES, example: 'running' })
  status: RenderStatus;
  @ApiProperty({ type: RenderSettingsResponse })
  settings: Plain<RenderSettingsResponse>;
  @ApiProperty({ description: 'Length of the film.', example: 32.5 })
  seconds: number;
  @ApiProperty({ type: 'integer', description: 'Frames that are encoded.', example: 312 })
  frames_done: number;
  @ApiProperty({ type: 'integer', description: 'Frames of the film.', example: 780 })
  frames_total: number;
  @ApiProperty({ ...PATH, description: 'Media path of the film, once it is completed.' })
  path: string | null;
  @ApiProperty({ ...PATH, description: 'Media path of its poster.' })
  poster: string | null;
  @ApiProperty({ type: RenderErrorResponse, nullable: true })
  error: Plain<RenderErrorResponse> | null;
  @ApiTime()
  created_at: string;
  @ApiTime({ nullable: true })
  started_at: string | null;
  @ApiTime({ nullable: true })
  finished_at: string | null;
}

/** The data of a `render` event. */
export class RenderEventResponse extends RenderResponse {
  @ApiOwner()
  owner?: string | null;
}

/** `GET …/renders`. */
export class RenderPageResponse extends pageOf(RenderResponse) {}

/** A problem that the film of the project would have. */
export class RenderFaultResponse {
  @ApiProperty({ enum: FAULT_CODES, example: 'picture_missing' })
  code: FaultCode;
  @ApiProperty({ description: 'Whether it prevents the render.', example: true })
  blocking: boolean;
  @ApiProperty({
    description: 'What is wrong and how to correct it.',
    example: 'The shot has neither an image nor a video. Make a take of it, or select one.',
  })
  detail: string;
  @ApiNullable('string', { example: 'scn_8hT3yU0iOp2lK4jH' })
  scene_id: string | null;
  @ApiNullable('string', { example: 'sht_1qW4eR7tY6uI9oPz' })
  shot_id: string | null;
  @ApiProperty({ ...PATH, description: 'The media path concerned.' })
  path: string | null;
}

/** `POST …/renders` with `dry_run`. */
export class RenderPlanResponse {
  @ApiProperty({ description: 'Whether nothing blocks the render.', example: false })
  ok: boolean;
  @ApiProperty({ type: RenderSettingsResponse })
  settings: Plain<RenderSettingsResponse>;
  @ApiProperty({ type: 'integer', example: 1920 })
  width: number;
  @ApiProperty({ type: 'integer', example: 1080 })
  height: number;
  @ApiProperty({ description: 'Length of the film.', example: 32.5 })
  seconds: number;
  @ApiProperty({ type: 'integer', example: 780 })
  frames: number;
  @ApiProperty({ type: [RenderFaultResponse] })
  faults: readonly Plain<RenderFaultResponse>[];
}

export class DeletedRenderResponse {
  @ApiProperty({ example: true })
  ok: true;
  @ApiProperty({ example: 'rnd_7dF2gH5jK8lZ1xCv' })
  id: string;
}

export type RenderRecord = Plain<RenderResponse>;
export type RenderPage = Plain<RenderPageResponse>;
export type RenderPlan = Plain<RenderPlanResponse>;
