import { PageCursor, PageLimit, PageQuery, PageTotal } from '../../../platform/http/paging';
import { Str } from '../../../platform/validation/body-fields';
import { AllowUnknownParameters } from '../../../platform/validation/field';
import {
  QueryFlag,
  QueryInt,
  QueryOneOf,
  QueryRepeated,
  QueryStr,
} from '../../../platform/validation/query-fields';
import { MEDIA_SORTS, type MediaSort } from '../catalogue/media-list.repository';
import { THUMBNAIL_EDGES, type ThumbnailEdge } from '../catalogue/media-url';
import { mediaFilterClass, VALUE } from './media-filter-fields';

/** The filters of `GET /api/media`. They narrow each other. */
export class MediaFilterQuery extends mediaFilterClass({
  Str: QueryStr,
  Int: QueryInt,
  Flag: QueryFlag,
  OneOf: QueryOneOf,
  List: QueryRepeated,
}) {
  @QueryStr({ ...VALUE, description: 'Only media in this collection.' })
  collection?: string;

  @QueryStr({
    ...VALUE,
    description: 'Only media of this agent, named as in `owner` of the records that admins see.',
  })
  owner?: string;
}

/** `GET /api/media`. */
export class MediaQuery extends MediaFilterQuery {
  @PageLimit() limit?: number;
  @PageCursor() cursor?: string;
  @PageTotal() with_total?: boolean;

  @QueryOneOf(MEDIA_SORTS, {
    default: 'created_at',
    description: 'The newest, best rated or largest first, or names from A to Z.',
  })
  sort?: MediaSort;

  @QueryOneOf(['full', 'tile'], {
    default: 'full',
    description: '`tile`: short records, with what a tile of a gallery shows.',
  })
  view?: 'full' | 'tile';

  @QueryStr({
    ...VALUE,
    description:
      'Returns the page that has the media asset of this path in its middle. Only in the order of creation; `cursor` is ignored.',
  })
  around?: string;

  @QueryFlag({
    default: false,
    description:
      'Also count what matches by type, project, tag, character, workflow, model, LoRA and rating.',
  })
  facets?: boolean;
}

/** `GET /api/media/buckets` and `GET /api/media/layout`. */
export class MediaDaysQuery extends MediaFilterQuery {
  @QueryStr({
    max: 60,
    default: 'UTC',
    description: 'Time zone of the days.',
    example: 'Europe/Zurich',
  })
  tz?: string;
}

/** `GET /api/media/tags`. */
export class MediaTagsQuery extends PageQuery {
  @QueryStr({
    max: 100,
    description: 'What the tag contains; case and accents don’t count.',
    example: 'fav',
  })
  q?: string;
}

/** The file in the path. */
export class MediaParams {
  @Str({
    description: 'The `path` that uploading, a job or a list answered.',
    example: 'kitchen-5f0c3b52-6f0e-4a77-9a1c-9f2b4b1f9a10-19581e27de7c-0.png',
  })
  path: string;
}

const AlsoTrashed = () =>
  QueryFlag({ default: false, description: 'Also returns it when it is in the trash.' });

/** `GET /api/media/{path}`. */
export class MediaRecordQuery {
  @AlsoTrashed() trashed?: boolean;
}

/** `GET /media/{path}`. */
@AllowUnknownParameters()
export class FileQuery {
  @QueryOneOf(THUMBNAIL_EDGES, {
    description:
      'A WebP instead that fits into a square of so many pixels, never larger than the picture itself.',
    example: 256,
  })
  thumbnail?: ThumbnailEdge;

  @AlsoTrashed() trashed?: boolean;
}
