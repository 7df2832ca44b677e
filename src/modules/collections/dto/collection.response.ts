import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { pageOf } from '../../../platform/http/page.response';
import { ApiOwner, ApiTime } from '../../../platform/openapi/answer-fields';
import type { Plain } from '../../../platform/plain';
import { SavedMediaFilterDto } from '../../media/public/saved-media-filter.dto';
import { COLLECTION_KINDS, type CollectionKind } from '../collection.entity';

const ID = 'col_5kZ2rT9uQw1xA3bC';

export class CollectionResponse {
  @ApiProperty({ example: ID })
  id: string;
  @ApiProperty({ example: 'Best of the foxes' })
  name: string;
  @ApiProperty({ enum: COLLECTION_KINDS })
  kind: CollectionKind;
  @ApiPropertyOptional({
    type: SavedMediaFilterDto,
    description: 'Of saved collections.',
    example: { tag: ['fox'], min_rating: 4 },
  })
  filter?: SavedMediaFilterDto;
  @ApiPropertyOptional({
    type: 'integer',
    description: 'How many of its media you can see. In lists only with `with_counts=true`.',
  })
  count?: number;
  @ApiPropertyOptional({ description: '`count` stopped at 10,000: there are more.' })
  capped?: boolean;
  @ApiPropertyOptional({
    type: 'string',
    nullable: true,
    description: 'The path of its newest media that you can see, null when it holds none.',
  })
  cover?: string | null;
  @ApiTime()
  created_at: string;
  @ApiTime()
  updated_at: string;
  @ApiOwner()
  owner?: string | null;
}

/** `GET /api/collections`. */
export class CollectionPageResponse extends pageOf(CollectionResponse) {}

export class DeletedCollectionResponse {
  @ApiProperty({ example: true })
  ok: true;
  @ApiProperty({ example: ID })
  id: string;
}

export class FailedItemResponse {
  @ApiProperty({ description: 'As it was sent.' })
  path: string;
  @ApiProperty({ example: 'media_not_found' })
  code: string;
  @ApiProperty({ example: 'There is no such media file.' })
  detail: string;
}

class ChangedItemsResponse {
  @ApiProperty({ example: ID })
  id: string;
  @ApiProperty({ type: [FailedItemResponse], description: 'Paths that were left out, and why.' })
  failed: Plain<FailedItemResponse>[];
}

export class AddedItemsResponse extends ChangedItemsResponse {
  @ApiProperty({ type: 'integer', description: 'How many were added; others were in it already.' })
  added: number;
}

export class RemovedItemsResponse extends ChangedItemsResponse {
  @ApiProperty({ type: 'integer', description: "How many were removed; others weren't in it." })
  removed: number;
}

export type CollectionRecord = Plain<CollectionResponse>;
export type CollectionPage = Plain<CollectionPageResponse>;

/** The data of a `collection` event. */
export class CollectionEventResponse {
  @ApiProperty({ example: ID })
  id: string;
  @ApiProperty({ enum: ['created', 'updated', 'deleted'], example: 'created' })
  action: 'created' | 'updated' | 'deleted';
  @ApiOwner()
  owner?: string | null;
}
