import { ApiProperty } from '@nestjs/swagger';
import { ApiNullable, ApiTime } from '../../../platform/openapi/answer-fields';
import { Str } from '../../../platform/validation/body-fields';
import { FailedMediaResponse } from '../bulk/dto/bulk.response';
import type { ItemAction } from '../bulk/item-actions';

export class OperationParams {
  @Str({
    description: 'The `operation_id` that the request answered.',
    example: '0d5a2a4c-6f0e-4a77-9a1c-9f2b4b1f9a10',
  })
  id: string;
}

/** A change of many media. */
export class OperationResponse {
  @ApiProperty({ example: '0d5a2a4c-6f0e-4a77-9a1c-9f2b4b1f9a10' })
  id: string;
  @ApiProperty({ enum: ['delete', 'restore', 'purge', 'update'], example: 'delete' })
  action: ItemAction['kind'];
  @ApiProperty({
    enum: ['running', 'completed', 'failed'],
    description: '`failed` ended early: what is changed stays changed.',
    example: 'running',
  })
  status: 'running' | 'completed' | 'failed';
  @ApiNullable('string', {
    description:
      'Why it failed: `key_revoked` (also without a key, once keys are required), another error code, or `internal` for what the log explains.',
  })
  error_code: string | null;
  @ApiProperty({ type: 'integer', description: 'Matches at the request.', example: 12_000 })
  total: number;
  @ApiProperty({ type: 'integer', description: 'Changed until now.', example: 4_500 })
  changed: number;
  @ApiProperty({ type: 'integer', example: 0 })
  failed_count: number;
  @ApiProperty({ type: [FailedMediaResponse], description: 'The first 100 that failed.' })
  failed: FailedMediaResponse[];
  @ApiTime()
  created_at: string;
  @ApiTime({ nullable: true })
  finished_at: string | null;
}
