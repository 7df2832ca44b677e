import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ApiNullable, ApiTime } from '../../../platform/openapi/answer-fields';
import { TIMELINE_PHASES } from '../tracking/timeline';

/** A media file that a job was made from. */
export class JobInputResponse {
  @ApiProperty({ description: 'The param of the request that named it.', example: 'image' })
  param: string;
  @ApiProperty({ example: 'kitchen-5f0c3b52-0.png' })
  path: string;
  @ApiNullable('string', { description: 'Null for sound.' })
  thumbnail_url: string | null;
  @ApiPropertyOptional({ description: 'True once it is in the trash or gone.', example: true })
  missing?: true;
}

/** A phase that a job entered. */
export class TimelineEntryResponse {
  @ApiProperty({
    enum: TIMELINE_PHASES,
    description:
      '`waiting` in our queue, `staging` its input files, `handing_over` to a node, `on_node` in its queue, `running`, `collecting` the outputs, or how it ended.',
    example: 'running',
  })
  phase: string;
  @ApiTime()
  at: string;
  @ApiProperty({ type: 'integer', description: 'Submissions begun by then.', example: 1 })
  attempt: number;
  @ApiProperty({ example: 'simulator' })
  provider: string;
}
