import { ApiProperty } from '@nestjs/swagger';
import {
  OptionalOneOf,
  OptionalStr,
  OptionalStrArray,
} from '../../../platform/validation/body-fields';
import type { Plain } from '../../../platform/plain';

/** `POST /api/jobs/cancel`: exactly one of `prompt_ids` and `status`. */
export class CancelJobsRequest {
  @OptionalStrArray({
    min: 1,
    max: 1000,
    item: { min: 1, max: 200 },
    description: 'The jobs to cancel, queued or running.',
    example: ['5f0c3b52-6f0e-4a77-9a1c-9f2b4b1f9a10'],
  })
  prompt_ids?: string[];

  @OptionalOneOf(['queued'], {
    description:
      'Instead of `prompt_ids`: all your queued jobs. Your batches and generations stop first.',
  })
  status?: 'queued';

  @OptionalStr({
    min: 1,
    max: 200,
    description:
      "With `status`, for admins: the jobs of this agent instead of your own; `*` for everybody's.",
    example: 'film-crew',
  })
  owner?: string;
}

class NotCancelledResponse {
  @ApiProperty({ example: '5f0c3b52-6f0e-4a77-9a1c-9f2b4b1f9a10' })
  prompt_id: string;
  @ApiProperty({ enum: ['job_not_found', 'job_finished'], example: 'job_finished' })
  code: 'job_not_found' | 'job_finished';
}

/** What became of the jobs. */
export class CancelledJobsResponse {
  @ApiProperty({ type: [String], description: 'Prompt ids of the jobs that are cancelled now.' })
  cancelled: string[];
  @ApiProperty({ type: [NotCancelledResponse], description: 'Jobs that could not be cancelled.' })
  failed: Plain<NotCancelledResponse>[];
}
