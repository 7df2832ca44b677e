import { ApiProperty, ApiPropertyOptional, PickType } from '@nestjs/swagger';
import type { Plain } from '../../../platform/plain';
import { MediaResponse } from './media.response';

/** What a tile of a gallery shows of a media asset. */
export class MediaTileResponse extends PickType(MediaResponse, [
  'path',
  'name',
  'type',
  'width',
  'height',
  'duration',
  'created_at',
  'thumbnail_url',
] as const) {}

export type MediaTile = Plain<MediaTileResponse>;

/** The data of a `media` event. */
export class MediaEventResponse {
  @ApiProperty({ example: 'kitchen-5f0c3b52-0.png' })
  path: string;
  @ApiProperty({ enum: ['created', 'deleted'], example: 'created' })
  action: 'created' | 'deleted';
  @ApiPropertyOptional({
    type: () => [MediaTileResponse],
    description: 'Of a created asset: what a tile shows of it.',
  })
  records?: MediaTile[];
}
