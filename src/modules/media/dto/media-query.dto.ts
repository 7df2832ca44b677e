import { PageCursor, PageLimit, PageTotal } from '../../../platform/http/paging';
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
import { MEDIA_TYPES, type MediaType } from '../public/media-reader';
import { MAX_TAG_LENGTH } from './media-metadata.dto';

/** Longer than any real value. */
const VALUE = { min: 1, max: 200 };
const FILE = { min: 1, max: 1000 };

/** Where media come from. `derived`: made here from other media. */
export const MEDIA_SOURCES = ['generated', 'uploaded', 'derived'] as const;
export type MediaSource = (typeof MEDIA_SOURCES)[number];

const TIME = { max: 40, format: 'date-time', example: '2026-01-31T12:00:00Z' };
const MAX_TAGS = 20;
const TAGS = { max: MAX_TAGS, item: { min: 1, max: MAX_TAG_LENGTH } };

/** The filters of media. They narrow each other. */
export class MediaFilterQuery {
  @QueryOneOf(MEDIA_TYPES, {
    description: 'What it is. What moves is a video; `file` is anything else that a job saved.',
  })
  type?: MediaType;

  @QueryStr({
    max: 1000,
    description:
      'Words to find in name, description, prompt, tags, workflow and characters, in any script: all of them, each as ' +
      'the beginning of a word. `"two words"` finds them side by side, `-word` leaves out what has it.',
    example: 'red fox -snow',
  })
  q?: string;

  @QueryRepeated({ ...TAGS, description: 'A tag. Repeat it for media that have all of them.' })
  tag?: string[];

  @QueryRepeated({ ...TAGS, description: 'Without this tag. Repeat it to leave out several.' })
  not_tag?: string[];

  @QueryFlag({ default: false, description: 'Without any tag.' })
  untagged?: boolean;

  @QueryStr({ ...VALUE, description: 'A character id: media that show it.' })
  character?: string;

  @QueryFlag({ default: false, description: 'Without any character.' })
  no_character?: boolean;

  @QueryStr({ ...VALUE, description: 'A project id: media made for it.' })
  project?: string;

  @QueryStr({ ...VALUE, description: 'A training dataset: media that belong to it.' })
  dataset?: string;

  @QueryStr({ ...VALUE, description: 'A collection: media in it.' })
  collection?: string;

  @QueryStr({ ...VALUE, description: 'A job: what it made.' })
  prompt_id?: string;

  @QueryStr({ ...VALUE, description: 'A workflow: what it made.', example: 'sdxl-t2i' })
  workflow?: string;

  @QueryStr({ ...VALUE, description: 'A provider: what it made.', example: 'simulator' })
  provider?: string;

  @QueryStr({ ...FILE, description: 'A model file that was used.' })
  model?: string;

  @QueryStr({ ...FILE, description: 'A LoRA that was used.' })
  lora?: string;

  @QueryInt({ description: 'The seed that was used.', example: 42 })
  seed?: number;

  @QueryOneOf(MEDIA_SOURCES, { description: 'Where it comes from.' })
  source?: MediaSource;

  @QueryInt({ min: 0, max: 5, description: 'Rated so or better.', example: 4 })
  min_rating?: number;

  @QueryFlag({ description: 'Whether it is a favourite.' })
  favourite?: boolean;

  @QueryStr({ ...VALUE, description: 'The path of a media asset: what was made from it.' })
  made_from?: string;

  @QueryStr({ ...TIME, description: 'Made at or after this time (ISO 8601 with a time zone).' })
  created_after?: string;

  @QueryStr({ ...TIME, description: 'Made before this time (ISO 8601 with a time zone).' })
  created_before?: string;

  @QueryFlag({ default: false, description: 'What is in the trash, instead of what is not.' })
  trashed?: boolean;

  @QueryStr({ ...VALUE, description: "An agent, as `owner` of admins' records names it." })
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
      'The path of a media asset: the page that has it in its middle. In the order of creation only; `cursor` is ignored.',
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
export class MediaTagsQuery {
  @QueryStr({ max: 100, description: 'What the tag contains.', example: 'fav' })
  q?: string;

  @QueryInt({ min: 1, max: 200, default: 50, description: 'Maximum number of tags.' })
  limit?: number;
}

/** The file in the path. */
export class MediaParams {
  @Str({
    description: 'The `path` that uploading, a job or a list answered.',
    example: 'kitchen-5f0c3b52-6f0e-4a77-9a1c-9f2b4b1f9a10-19581e27de7c-0.png',
  })
  path: string;
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
}
