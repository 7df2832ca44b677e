import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ApiOwner } from '../../../platform/openapi/answer-fields';
import { type MediaTile, MediaTileResponse } from './media.response';

export const MEDIA_EVENT_ACTIONS = ['created', 'updated', 'deleted', 'restored', 'purged'] as const;
export type MediaEventAction = (typeof MEDIA_EVENT_ACTIONS)[number];

/** The data of a `media` event. */
export class MediaEventResponse {
  @ApiPropertyOptional({
    description: 'What it is about; absent where `paths` names several.',
    example: 'kitchen-5f0c3b52-0.png',
  })
  path?: string;
  @ApiPropertyOptional({
    type: [String],
    description: 'What it is about, for a change of 2 to 200 media. A larger one is a `resync`.',
  })
  paths?: string[];
  @ApiProperty({
    enum: MEDIA_EVENT_ACTIONS,
    description: '`deleted`: moved to the trash. `purged`: gone for good.',
    example: 'created',
  })
  action: MediaEventAction;
  @ApiPropertyOptional({
    type: () => [MediaTileResponse],
    description: 'What tiles show now; absent for what is deleted or purged.',
  })
  records?: MediaTile[];
  @ApiOwner()
  owner?: string | null;
}
