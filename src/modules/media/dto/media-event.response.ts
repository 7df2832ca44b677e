import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { type MediaTile, MediaTileResponse } from './media.response';

/** The data of a `media` event. */
export class MediaEventResponse {
  @ApiProperty({ example: 'kitchen-5f0c3b52-0.png' })
  path: string;
  @ApiProperty({ enum: ['created', 'updated', 'deleted'], example: 'created' })
  action: 'created' | 'updated' | 'deleted';
  @ApiPropertyOptional({
    type: () => [MediaTileResponse],
    description: 'What a tile shows of it, unless it is deleted.',
  })
  records?: MediaTile[];
}
