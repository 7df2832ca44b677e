import { ApiProperty } from '@nestjs/swagger';

/** The data of a `media` event. */
export class MediaEventResponse {
  @ApiProperty({ example: 'kitchen-5f0c3b52-0.png' })
  path: string;
  @ApiProperty({ enum: ['created', 'deleted'], example: 'created' })
  action: 'created' | 'deleted';
}
