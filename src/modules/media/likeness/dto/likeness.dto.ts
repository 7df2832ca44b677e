import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { pageOf, WholeListResponse } from '../../../../platform/http/page.response';
import { PageLimit, PageQuery } from '../../../../platform/http/paging';
import type { Plain } from '../../../../platform/plain';
import { OptionalStr, OptionalStrArray } from '../../../../platform/validation/body-fields';
import { QueryStr } from '../../../../platform/validation/query-fields';
import { MediaResponse } from '../../dto/media.response';
import { MAX_GROUP } from '../duplicate-groups';

const PATH = { min: 1, max: 200 };
const PATHS = { min: 1, max: MAX_GROUP, item: PATH };

/** `GET /api/media/{path}/similar`. */
export class SimilarQuery {
  @PageLimit() limit?: number;
}

/** `GET /api/media/duplicates`. */
export class DuplicatesQuery extends PageQuery {
  @QueryStr({
    ...PATH,
    description: 'Only media of this agent, named as in `owner` of the records that admins see.',
  })
  owner?: string;
}

/** `POST /api/media/duplicates/resolve`: either `keep` with `merge`, or `distinct`. */
export class ResolveDuplicatesDto {
  @OptionalStr({ ...PATH, description: 'The media asset that stays. Send `merge` with it.' })
  keep?: string;

  @OptionalStrArray({
    ...PATHS,
    description:
      'What goes to the trash. Its tags, characters, collections, rating and references move to the kept one.',
  })
  merge?: string[];

  @OptionalStrArray({
    ...PATHS,
    min: 2,
    description: 'Media that are not the same: never grouped with each other again.',
  })
  distinct?: string[];
}

export class SimilarMediaResponse extends MediaResponse {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    maximum: 64,
    description: 'Bits in which the perceptual hashes differ: up to 6 are near duplicates.',
    example: 2,
  })
  distance: number;
}

/** `GET /api/media/{path}/similar`. */
export class SimilarMediaListResponse extends WholeListResponse {
  @ApiProperty({ type: [SimilarMediaResponse], description: 'The most similar first.' })
  items: Plain<SimilarMediaResponse>[];
}

export class DuplicateGroupResponse {
  @ApiProperty({
    type: [MediaResponse],
    description: 'The one with the most pixels first, then the largest file, then the oldest.',
  })
  media: Plain<MediaResponse>[];
}

/** `GET /api/media/duplicates`. */
export class DuplicateGroupsResponse extends pageOf(DuplicateGroupResponse) {
  @ApiPropertyOptional({ description: 'With `total`: whether counting stopped there.' })
  capped?: boolean;
}

export class NotMergedResponse {
  @ApiProperty({ description: 'As it was sent.' })
  path: string;
  @ApiProperty({
    enum: ['media_not_found', 'in_use'],
    description: '`in_use`: a locked shot uses it.',
    example: 'media_not_found',
  })
  code: string;
  @ApiProperty({ example: 'There is no such media file.' })
  detail: string;
}

/** `POST /api/media/duplicates/resolve`. */
export class ResolvedDuplicatesResponse {
  @ApiPropertyOptional({ type: MediaResponse, description: 'The kept one, as it is now.' })
  kept?: Plain<MediaResponse>;
  @ApiProperty({ type: [String], description: 'What went to the trash.' })
  merged: string[];
  @ApiProperty({ type: [NotMergedResponse], description: 'What was left as it was, and why.' })
  failed: Plain<NotMergedResponse>[];
  @ApiProperty({ type: [String], description: 'What is never grouped with each other again.' })
  distinct: string[];
}
