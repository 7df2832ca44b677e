import { ApiProperty, PartialType } from '@nestjs/swagger';
import { ApiNullable, ApiOwner } from '../../../platform/openapi/answer-fields';
import type { Plain } from '../../../platform/plain';
import { JobOutputResponse, JobProgressResponse, JobSummaryResponse } from './job.response';

class ExpectedOutputResponse {
  @ApiProperty({ enum: ['image', 'video'], example: 'image' })
  type: 'image' | 'video';
  @ApiNullable('integer', { example: 1024 })
  width: number | null;
  @ApiNullable('integer', { example: 1024 })
  height: number | null;
}

/** The data of a `job` event: what a screen shows of a job, without a second read. */
export class JobEventResponse extends JobSummaryResponse {
  @ApiNullable('integer', {
    description: 'Jobs in front of this one; null once it runs.',
    example: 2,
  })
  queue_position: number | null;
  @ApiNullable('integer', { description: 'Seconds until the end; null when unknown.', example: 35 })
  eta_seconds: number | null;
  @ApiProperty({ type: [ExpectedOutputResponse], description: 'What the job is to make.' })
  expects: Plain<ExpectedOutputResponse>[];
}

export type JobEvent = Plain<JobEventResponse>;

/** The data of a `progress` event. The numbers are absent until the node has sent some. */
export class JobProgressEventResponse extends PartialType(JobProgressResponse) {
  @ApiProperty({ example: '5f0c3b52-6f0e-4a77-9a1c-9f2b4b1f9a10' })
  prompt_id: string;
}

/** The data of an `output` event. */
export class JobOutputEventResponse extends JobOutputResponse {
  @ApiOwner()
  owner?: string | null;
  @ApiProperty({ example: '5f0c3b52-6f0e-4a77-9a1c-9f2b4b1f9a10' })
  prompt_id: string;
}

/** The data of a `preview` event: fetch `GET /api/jobs/{prompt_id}/preview`. */
export class JobPreviewEventResponse {
  @ApiProperty({ example: '5f0c3b52-6f0e-4a77-9a1c-9f2b4b1f9a10' })
  prompt_id: string;
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Grows with every picture.' })
  rev: number;
}

/** An item of the data of a `queue` event: where a queued job stands now. */
export class QueuePositionResponse {
  @ApiProperty({ example: '5f0c3b52-6f0e-4a77-9a1c-9f2b4b1f9a10' })
  prompt_id: string;
  @ApiNullable('integer', { description: 'Jobs in front of it.' })
  queue_position: number | null;
  @ApiNullable('integer', { description: 'Seconds until the end.' })
  eta_seconds: number | null;
}
