import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { pageOf } from '../../../platform/http/page.response';
import {
  ApiAnyObject,
  ApiNullable,
  ApiOwner,
  ApiTime,
} from '../../../platform/openapi/answer-fields';
import type { Plain } from '../../../platform/plain';
import { MEDIA_TYPES, type MediaType } from '../../media/public/media-reader';
import { JOB_PRIORITIES, type JobPriority } from '../public/job-queue';
import {
  JOB_ERRORS,
  type JobErrorCode,
  type JobWarningCode,
  WARNING_CODES,
} from '../tracking/job-errors';
import { JOB_STATUSES, type JobStatus } from '../tracking/job-state';
import { JobInputResponse, TimelineEntryResponse } from './job-course.response';

/** One thing that a job made. */
export class JobOutputResponse {
  @ApiProperty({
    enum: [...MEDIA_TYPES, 'text'],
    description: '`file` is anything else that a node saved, such as a 3D model.',
    example: 'image',
  })
  type: MediaType | 'text';
  @ApiProperty({ example: 'kitchen-5f0c3b52-0.png' })
  filename: string;
  @ApiProperty({ description: 'Always empty: media have one name.', example: '' })
  subfolder: string;
  @ApiProperty({
    enum: ['output', 'temp'],
    description: '`temp` for a preview, which the node did not save. Previews come last.',
    example: 'output',
  })
  folder_type: 'output' | 'temp';
  @ApiProperty({
    description: 'Where to fetch it, valid while the media exists; empty for text.',
    example: '/media/kitchen-5f0c3b52-0.png',
  })
  url: string;
  @ApiPropertyOptional({
    description: 'Path of the media asset, for requests that accept a file. Absent for text.',
    example: 'kitchen-5f0c3b52-0.png',
  })
  path?: string;
  @ApiPropertyOptional({
    type: 'string',
    nullable: true,
    description: 'A small WebP; null for what has no picture. Absent for text.',
    example: '/media/kitchen-5f0c3b52-0.png?thumbnail=512',
  })
  thumbnail_url?: string | null;
  @ApiPropertyOptional({ description: 'True once it is in the trash or gone.', example: true })
  missing?: true;
  @ApiPropertyOptional({ type: 'integer', example: 1024 })
  width?: number;
  @ApiPropertyOptional({ type: 'integer', example: 1024 })
  height?: number;
  @ApiPropertyOptional({ type: 'number', description: 'Seconds.' })
  duration?: number;
  @ApiPropertyOptional({
    type: 'string',
    description: 'The text of a text output: in lists and events its first 1,000 characters.',
  })
  text?: string;
}

/** How far a running job is. */
export class JobProgressResponse {
  @ApiProperty({ minimum: 0, maximum: 1, example: 0.42 })
  fraction: number;
  @ApiNullable('string', { description: 'The graph node that is running.' })
  node: string | null;
  @ApiNullable('integer', { example: 8 })
  step: number | null;
  @ApiNullable('integer', { example: 20 })
  steps: number | null;
}

/** Why a job did not complete. */
export class JobErrorResponse {
  @ApiProperty({
    enum: Object.keys(JOB_ERRORS),
    description: 'Stable; `GET /api/errors` says when each happens.',
    example: 'out_of_memory',
  })
  code: JobErrorCode;
  @ApiProperty({ example: 'The node ran out of memory.' })
  message: string;
  @ApiPropertyOptional({ example: 'sampler' })
  node_id?: string;
  @ApiPropertyOptional({ example: 'KSampler' })
  node_class?: string;
}

/** An output that could not be kept, although the others were. */
export class JobWarningResponse {
  @ApiProperty({ enum: WARNING_CODES, example: 'output_missing' })
  code: JobWarningCode;
  @ApiProperty({
    example:
      "The output 'a_00001_.glb' of the graph node 9 could not be kept: the node has no such file.",
  })
  message: string;
  @ApiPropertyOptional({ description: 'The node of the graph that made it.', example: '9' })
  node_id?: string;
}

/** A job in a list, and in events. */
export class JobSummaryResponse {
  @ApiProperty({ description: 'False only when the job failed.' })
  ok: boolean;
  @ApiProperty({ example: '5f0c3b52-6f0e-4a77-9a1c-9f2b4b1f9a10' })
  prompt_id: string;
  @ApiProperty({ enum: JOB_STATUSES, example: 'completed' })
  status: JobStatus;
  @ApiProperty({ type: [JobOutputResponse] })
  outputs: JobOutputRecord[];
  @ApiProperty({ example: 'simulator' })
  provider: string;
  @ApiProperty({ example: 'sdxl-t2i' })
  workflow: string;
  @ApiProperty({ enum: ['image', 'video'] })
  kind: 'image' | 'video';
  @ApiProperty({ example: 't2i' })
  mode: string;
  @ApiProperty({ example: 'a red fox in the snow' })
  prompt: string;
  @ApiNullable('string', {
    description: 'The batch, or the generation of a project, that made the job.',
    example: 'bat_5kZ2rT9uQw1x',
  })
  batch: string | null;
  @ApiNullable('integer', {
    description: 'Which run of the batch, or take of the generation, the job is.',
    example: 3,
  })
  batch_index: number | null;
  @ApiProperty({ enum: JOB_PRIORITIES, example: 'normal' })
  priority: JobPriority;
  @ApiProperty({ type: JobProgressResponse, nullable: true })
  progress: Plain<JobProgressResponse> | null;
  @ApiProperty({ description: 'The job is unfinished and its node is unreachable.' })
  node_unreachable: boolean;
  @ApiTime({ nullable: true, description: 'Since when its node is away.' })
  unreachable_since: string | null;
  @ApiTime({
    nullable: true,
    description:
      'When the job moves to another node if its own is still away; null for a job that named its node, and while no ' +
      'other node can run it.',
  })
  moves_at: string | null;
  @ApiProperty({
    description:
      'The job waits, to start or to store its outputs, until the service has `limits.min_free_bytes` of free disk space.',
  })
  disk_full: boolean;
  @ApiProperty({ type: 'integer', description: 'Submissions to a node so far.', example: 1 })
  attempts: number;
  @ApiProperty({ type: JobErrorResponse, nullable: true })
  error: Plain<JobErrorResponse> | null;
  @ApiProperty({
    type: [JobWarningResponse],
    description: 'Outputs that could not be kept. At most 20, and one that counts further ones.',
  })
  warnings: Plain<JobWarningResponse>[];
  @ApiTime()
  created_at: string;
  @ApiTime({ nullable: true })
  started_at: string | null;
  @ApiTime({ nullable: true })
  finished_at: string | null;
  @ApiOwner()
  owner?: string | null;
}

/** The job status record. */
export class JobResponse extends JobSummaryResponse {
  @ApiProperty({
    type: [String],
    nullable: true,
    description: 'Model files used; null until a node accepted the job.',
    example: ['sd_xl_base_1.0.safetensors'],
  })
  models: string[] | null;
  @ApiProperty({ type: [String], nullable: true, description: 'LoRA files used, in order.' })
  loras: string[] | null;
  @ApiProperty({
    type: [String],
    description: 'Ids of the characters that it shows, in order.',
    example: ['maren'],
  })
  characters: string[];
  @ApiAnyObject({
    nullable: true,
    description: 'Every parameter as it was used, with the resolved seed.',
    example: { prompt: 'a red fox in the snow', seed: 42, steps: 25 },
  })
  settings: Record<string, unknown> | null;
  @ApiNullable('integer', {
    description: 'Jobs in front of this one, here and on its node; null once it runs.',
    example: 2,
  })
  queue_position: number | null;
  @ApiNullable('integer', {
    description:
      'Seconds until the end, from what this install measured for jobs of its size and for those in front; null when unknown.',
    example: 35,
  })
  eta_seconds: number | null;
  @ApiProperty({ type: [JobInputResponse], description: 'The media files that it is made from.' })
  inputs: Plain<JobInputResponse>[];
  @ApiProperty({
    type: [TimelineEntryResponse],
    description: 'What it went through, oldest first.',
  })
  timeline: Plain<TimelineEntryResponse>[];
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: "The node's refusal, per node of the graph.",
  })
  node_errors?: Record<string, unknown>;
}

/** `GET /api/jobs`. */
export class JobPageResponse extends pageOf(JobSummaryResponse) {
  @ApiPropertyOptional({
    type: [String],
    description: 'With `wait`: the ids that are not jobs of yours.',
  })
  missing?: string[];
}

export type JobOutputRecord = Plain<JobOutputResponse>;
export type JobSummary = Plain<JobSummaryResponse>;
export type JobRecord = Plain<JobResponse>;
export type JobPage = Plain<JobPageResponse>;
