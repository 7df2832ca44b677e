import { ApiProperty } from '@nestjs/swagger';
import { pageOf } from '../../../platform/http/page.response';
import { ApiNullable, ApiOwner, ApiTime } from '../../../platform/openapi/answer-fields';
import type { Plain } from '../../../platform/plain';
import { VoiceConfigResponse } from '../../characters/public/voice-config';
import {
  CLIP_AUDIO,
  type ClipAudio,
  SHOT_TIMINGS,
  type ShotTiming,
  START_FROM,
  type StartFrom,
} from '../records/shot.entity';
import { PROJECT_STATUSES, type ProjectStatus } from './project.request';

export const SHOT_STATUSES = [
  'draft',
  'generating',
  'image_ready',
  'video_ready',
  'failed',
] as const;
export type ShotStatus = (typeof SHOT_STATUSES)[number];

/** What a shot names that can be gone. */
export const SHOT_MEDIA = ['image', 'video', 'speech', 'end_image'] as const;
export type ShotMedia = (typeof SHOT_MEDIA)[number];

const OBJECT = { type: 'object', additionalProperties: true, example: {} } as const;
const PATH = { type: 'string', nullable: true, example: null } as const;

export class ShotLineResponse {
  @ApiProperty({ description: 'A character id or `narrator`.', example: 'mara' })
  speaker: string;
  @ApiProperty({ example: 'Who lit it?' })
  text: string;
  @ApiProperty({ description: 'Silence after it, in seconds.', example: 0.5 })
  pause_seconds: number;
}

/** A shot of a scene. Texts that were not given are empty. */
export class ShotResponse {
  @ApiProperty({ example: 'sht_1qW4eR7tY6uI9oPz' })
  id: string;
  @ApiProperty({ example: 'prj_5kZ2rT9uQw1xA3bC' })
  project_id: string;
  @ApiProperty({ example: 'scn_8hT3yU0iOp2lK4jH' })
  scene_id: string;
  @ApiProperty({ type: 'integer', example: 1 })
  shot_number: number;
  @ApiProperty({ example: '' })
  title: string;
  @ApiProperty({ example: '' })
  description: string;
  @ApiProperty({
    enum: SHOT_STATUSES,
    description:
      'Derived: `generating` while a take is unfinished, `video_ready` and `image_ready` with such a file selected, `failed` when nothing is selected and the newest take failed.',
    example: 'image_ready',
  })
  status: ShotStatus;
  @ApiProperty({ type: [ShotLineResponse] })
  lines: readonly Plain<ShotLineResponse>[];
  @ApiNullable('string', {
    description: 'The text, when there is one line.',
    example: 'Who lit it?',
  })
  dialogue: string | null;
  @ApiNullable('string', { description: 'Who speaks, when there is one line.', example: 'mara' })
  speaker: string | null;
  @ApiProperty({ example: '' })
  subtitle: string;
  @ApiProperty({ example: 'a lantern on a wet pier' })
  image_prompt: string;
  @ApiProperty({ example: '' })
  motion_prompt: string;
  @ApiProperty({ example: 'close-up, 50 mm' })
  camera: string;
  @ApiProperty({ type: [String], example: [] })
  characters: readonly string[];
  @ApiProperty({ example: 5 })
  duration_seconds: number;
  @ApiProperty({ enum: SHOT_TIMINGS, example: 'fixed' })
  timing: ShotTiming;
  @ApiProperty({ enum: START_FROM, example: 'none' })
  start_from: StartFrom;
  @ApiProperty({ ...PATH, description: 'A media path or `from_next`.' })
  end_image: string | null;
  @ApiProperty({ example: false })
  locked: boolean;
  @ApiProperty({ enum: CLIP_AUDIO, example: 'duck' })
  clip_audio: ClipAudio;
  @ApiProperty({ ...PATH, description: 'Media path of the selected picture.' })
  image: string | null;
  @ApiProperty({ ...PATH, description: 'Media path of the selected video.' })
  video: string | null;
  @ApiProperty({ ...PATH, description: 'Media path of the selected speech.' })
  speech: string | null;
  @ApiProperty({ ...PATH, description: 'The take that `image` comes from.' })
  image_take: string | null;
  @ApiProperty({ ...PATH, description: 'The take that `video` comes from.' })
  video_take: string | null;
  @ApiProperty({ ...PATH, description: 'The take that `speech` comes from.' })
  speech_take: string | null;
  @ApiProperty({
    enum: SHOT_MEDIA,
    isArray: true,
    description: 'Which of these name files that were deleted or that you can’t read.',
    example: [],
  })
  missing: readonly ShotMedia[];
  @ApiProperty(OBJECT)
  metadata: Readonly<Record<string, unknown>>;
  @ApiTime()
  created_at: string;
  @ApiTime()
  updated_at: string;
}

/** A scene of a project. Texts that were not given are empty. */
export class SceneResponse {
  @ApiProperty({ example: 'scn_8hT3yU0iOp2lK4jH' })
  id: string;
  @ApiProperty({ example: 'prj_5kZ2rT9uQw1xA3bC' })
  project_id: string;
  @ApiProperty({ type: 'integer', example: 1 })
  scene_number: number;
  @ApiProperty({ example: 'The pier' })
  title: string;
  @ApiProperty({ example: 'exterior' })
  setting: string;
  @ApiProperty({ example: 'rain' })
  weather: string;
  @ApiProperty({ example: '' })
  summary: string;
  @ApiProperty({ example: 'a harbour street' })
  location: string;
  @ApiProperty({ example: 'night' })
  time_of_day: string;
  @ApiProperty({ type: [String], example: [] })
  characters: readonly string[];
  @ApiProperty(OBJECT)
  metadata: Readonly<Record<string, unknown>>;
  @ApiTime()
  created_at: string;
  @ApiTime()
  updated_at: string;
}

/** A scene with its shots, by number. */
export class SceneTreeResponse extends SceneResponse {
  @ApiProperty({ type: [ShotResponse] })
  shots: ShotRecord[];
}

/** A project. Texts that were not given are empty. */
export class ProjectResponse {
  @ApiProperty({ example: 'prj_5kZ2rT9uQw1xA3bC' })
  id: string;
  @ApiProperty({ example: 'The last lantern' })
  title: string;
  @ApiProperty({ example: '' })
  description: string;
  @ApiProperty({ example: '16:9' })
  aspect_ratio: string;
  @ApiNullable('integer', { example: 60 })
  duration_seconds: number | null;
  @ApiProperty({ enum: PROJECT_STATUSES, example: 'draft' })
  status: ProjectStatus;
  @ApiProperty({ type: [String], example: ['mara'] })
  characters: readonly string[];
  @ApiProperty({ type: VoiceConfigResponse, nullable: true })
  narrator_voice: Plain<VoiceConfigResponse> | null;
  @ApiProperty(OBJECT)
  metadata: Readonly<Record<string, unknown>>;
  @ApiTime()
  created_at: string;
  @ApiTime()
  updated_at: string;
  @ApiOwner()
  owner?: string | null;
}

/** A project with its scenes, by number, and their shots. */
export class ProjectTreeResponse extends ProjectResponse {
  @ApiProperty({ type: [SceneTreeResponse] })
  scenes: SceneTreeRecord[];
}

/** `GET /api/projects`. */
export class ProjectPageResponse extends pageOf(ProjectResponse) {}

/** `GET …/scenes`. */
export class ScenePageResponse extends pageOf(SceneResponse) {}

/** `GET …/shots`. */
export class ShotPageResponse extends pageOf(ShotResponse) {}

/** `PUT …/order`: the ids by their new numbers, which start at 1. */
export class OrderResponse {
  @ApiProperty({ type: [String], example: ['scn_8hT3yU0iOp2lK4jH'] })
  ids: string[];
}

export class DeletedStoryResponse {
  @ApiProperty({ example: true })
  ok: true;
  @ApiProperty({ example: 'prj_5kZ2rT9uQw1xA3bC' })
  id: string;
}

/** The data of a `project` event: the project or something in it changed. */
export class ProjectEventResponse {
  @ApiProperty({ example: 'prj_5kZ2rT9uQw1xA3bC' })
  id: string;
  @ApiProperty({ enum: ['created', 'updated', 'deleted'], example: 'updated' })
  action: 'created' | 'updated' | 'deleted';
  @ApiOwner()
  owner?: string | null;
}

export type ShotRecord = Plain<ShotResponse>;
export type SceneRecord = Plain<SceneResponse>;
export type SceneTreeRecord = Plain<SceneTreeResponse>;
export type ProjectRecord = Plain<ProjectResponse>;
export type ProjectTreeRecord = Plain<ProjectTreeResponse>;
export type ProjectPage = Plain<ProjectPageResponse>;
export type ScenePage = Plain<ScenePageResponse>;
export type ShotPage = Plain<ShotPageResponse>;
