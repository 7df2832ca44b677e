import { ApiProperty } from '@nestjs/swagger';
import type { Plain } from '../../../platform/plain';
import { JobSummaryResponse } from './job.response';

class ExpectedOutputResponse {
  @ApiProperty({ enum: ['image', 'video'], example: 'image' })
  type: 'image' | 'video';
  @ApiProperty({ type: 'integer', nullable: true, example: 1024 })
  width: number | null;
  @ApiProperty({ type: 'integer', nullable: true, example: 1024 })
  height: number | null;
}

/** The data of a `job` event: what a screen shows of a job, without a second read. */
export class JobEventResponse extends JobSummaryResponse {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Jobs in front of this one; null once it runs.',
    example: 2,
  })
  queue_position: number | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Seconds until the end; null when unknown.',
    example: 35,
  })
  eta_seconds: number | null;
  @ApiProperty({ type: [ExpectedOutputResponse], description: 'What the job is to make.' })
  expects: Plain<ExpectedOutputResponse>[];
}

export type JobEvent = Plain<JobEventResponse>;
