import {
  ApiExtraModels,
  ApiProperty,
  ApiPropertyOptional,
  getSchemaPath,
  PickType,
} from '@nestjs/swagger';
import { pageOf } from '../../../platform/http/page.response';
import { ApiNullable, ApiOwner, ApiTime } from '../../../platform/openapi/answer-fields';
import type { Plain } from '../../../platform/plain';
import { MEDIA_TYPES, type MediaType } from '../public/media-reader';

const PATH = 'kitchen-5f0c3b52-6f0e-4a77-9a1c-9f2b4b1f9a10-19581e27de7c-0.png';

/** A media asset. */
export class MediaResponse {
  @ApiProperty({ description: 'Its id: one segment, never reused.', example: PATH })
  path: string;
  @ApiProperty({ description: 'For people: not unique.', example: 'kitchen.png' })
  name: string;
  @ApiProperty({
    enum: MEDIA_TYPES,
    description:
      'What moves is a video, animated WebP and GIF too; `mime` says how to play it. `file` is anything else that a job saved, such as a 3D model.',
  })
  type: MediaType;
  @ApiProperty({ description: 'By content.', example: 'image/png' })
  mime: string;
  @ApiProperty({ type: 'integer', example: 1_482_113 })
  size_bytes: number;
  @ApiProperty({
    description: 'Of the stored bytes, in hex.',
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  })
  sha256: string;
  @ApiNullable('integer', { description: 'As shown.', example: 1024 })
  width: number | null;
  @ApiNullable('integer', { description: 'As shown.', example: 1024 })
  height: number | null;
  @ApiNullable('number', { description: 'Seconds; null when still or unknown.' })
  duration: number | null;
  @ApiNullable('number', { description: 'Frames per second.' })
  fps: number | null;
  @ApiNullable('boolean', { description: 'Null when unknown.' })
  has_audio: boolean | null;
  @ApiProperty({ example: '' })
  description: string;
  @ApiProperty({ type: [String] })
  tags: string[];
  @ApiProperty({ type: [String] })
  character_ids: string[];
  @ApiProperty({ example: false })
  included_in_training_dataset: boolean;
  @ApiNullable('string', { description: 'The job that made it.' })
  prompt_id: string | null;
  @ApiNullable('string', { example: 'a red fox in the snow' })
  prompt: string | null;
  @ApiNullable('string', { description: 'Workflow id.', example: 'sdxl-t2i' })
  workflow: string | null;
  @ApiNullable('string', { description: 'Provider id.', example: 'simulator' })
  provider: string | null;
  @ApiProperty({ enum: ['generated', 'uploaded', 'derived'] })
  source: 'generated' | 'uploaded' | 'derived';
  @ApiOwner()
  owner?: string | null;
  @ApiProperty({ example: false })
  favourite: boolean;
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 5, description: '0: unrated.', example: 4 })
  rating: number;
  @ApiProperty({
    type: [String],
    description:
      'Paths of what it was made from, in the order of their use, as far as you can read them.',
  })
  made_from: string[];
  @ApiProperty({ type: [String], description: 'Model files that made it.' })
  models: string[];
  @ApiProperty({ type: [String], description: 'LoRAs that made it.' })
  loras: string[];
  @ApiNullable('integer', { description: 'The seed that made it.' })
  seed: number | null;
  @ApiNullable('string', {
    description: 'A thumbhash in base64: a blurred picture to show until the thumbnail is there.',
  })
  placeholder: string | null;
  @ApiTime({ nullable: true, description: 'When it was moved to the trash; null outside of it.' })
  trashed_at: string | null;
  @ApiTime()
  created_at: string;
  @ApiProperty({ description: 'Where to fetch it.', example: `/media/${PATH}` })
  url: string;
  @ApiNullable('string', {
    description: 'Null for sound and files, and for videos on a server without ffmpeg.',
    example: `/media/${PATH}?thumbnail=512`,
  })
  thumbnail_url: string | null;
}

/** `POST /api/media`. */
export class UploadedMediaResponse extends MediaResponse {
  @ApiPropertyOptional({
    description: 'You had uploaded these bytes before: this is that asset, and nothing was stored.',
    example: true,
  })
  duplicate?: boolean;
  @ApiPropertyOptional({
    description: 'The asset was in the trash, and is out of it now.',
    example: true,
  })
  restored?: boolean;
}

/** How many media carry a value. */
export class FacetCountResponse {
  @ApiProperty({ example: 'image' })
  value: string;
  @ApiProperty({ type: 'integer', example: 12 })
  count: number;
}

/** What a tile of a gallery shows of a media asset. */
export class MediaTileResponse extends PickType(MediaResponse, [
  'path',
  'name',
  'type',
  'width',
  'height',
  'duration',
  'favourite',
  'rating',
  'placeholder',
  'created_at',
  'thumbnail_url',
] as const) {
  @ApiProperty({
    description:
      'Says what it shows: its description, else its prompt, else its name; 200 characters at most.',
    example: 'a red fox in fresh snow',
  })
  alt: string;
}

export type MediaTile = Plain<MediaTileResponse>;

/** Counts of values: the most frequent first, at most 100 of each. */
export class MediaFacetsResponse {
  @ApiProperty({ type: [FacetCountResponse] })
  type: FacetCountResponse[];
  @ApiProperty({ type: [FacetCountResponse] })
  project: FacetCountResponse[];
  @ApiProperty({ type: [FacetCountResponse] })
  tag: FacetCountResponse[];
  @ApiProperty({ type: [FacetCountResponse] })
  character: FacetCountResponse[];
  @ApiProperty({ type: [FacetCountResponse] })
  workflow: FacetCountResponse[];
  @ApiProperty({ type: [FacetCountResponse] })
  model: FacetCountResponse[];
  @ApiProperty({ type: [FacetCountResponse] })
  lora: FacetCountResponse[];
  @ApiProperty({ type: [FacetCountResponse] })
  rating: FacetCountResponse[];
  @ApiProperty({
    description: 'Whether only the newest 10,000 matches were counted, because there are more.',
    example: false,
  })
  capped: boolean;
}

/** `GET /api/media`. */
@ApiExtraModels(MediaResponse, MediaTileResponse)
export class MediaPageResponse {
  @ApiProperty({
    type: 'array',
    items: {
      anyOf: [MediaResponse, MediaTileResponse].map((type) => ({ $ref: getSchemaPath(type) })),
    },
    description: 'Tiles with `view=tile`.',
  })
  items: (MediaResponse | MediaTileResponse)[];
  @ApiNullable('string')
  next_cursor: string | null;
  @ApiPropertyOptional({
    type: 'integer',
    description: 'Exact for a list without filters; otherwise counted up to 10,000.',
  })
  total?: number;
  @ApiPropertyOptional({ description: 'With `total`: whether there are more.', example: false })
  capped?: boolean;
  @ApiPropertyOptional({
    type: 'integer',
    nullable: true,
    description:
      'With `around`: its place in the list from 0 on; null if it is not in it, or beyond 10,000.',
  })
  index?: number | null;
  @ApiPropertyOptional({ type: MediaFacetsResponse })
  facets?: Plain<MediaFacetsResponse>;
}

/** How many media were made on a day. */
export class DayCountResponse {
  @ApiProperty({ format: 'date', example: '2026-01-31' })
  day: string;
  @ApiProperty({ type: 'integer', example: 12 })
  count: number;
}

/** `GET /api/media/buckets`. */
export class MediaBucketsResponse {
  @ApiProperty({
    type: [DayCountResponse],
    description: 'The latest first; days without media are absent.',
  })
  days: DayCountResponse[];
  @ApiProperty({
    description: 'Whether only the newest 10,000 matches were counted, because there are more.',
    example: false,
  })
  capped: boolean;
}

/** `GET /api/media/layout`. */
export class MediaLayoutResponse {
  @ApiProperty({ description: 'Differs once anything of the library has changed.', example: '17' })
  rev: string;
  @ApiProperty({ type: [DayCountResponse], description: 'The latest first.' })
  days: DayCountResponse[];
  @ApiProperty({
    type: 'array',
    items: { type: 'integer' },
    description:
      'Width divided by height in hundredths of each match, in the order of the list; 100 where unknown.',
    example: [100, 178],
  })
  ratios: number[];
  @ApiProperty({
    type: [String],
    description:
      'A `cursor` for every 200th match: the n-th page of 200 begins behind the n-th; the first is empty and may be sent so.',
  })
  cursors: string[];
  @ApiProperty({
    description: 'Whether only the newest 200,000 matches are in it, because there are more.',
    example: false,
  })
  capped: boolean;
}

/** `GET /api/media/tags`: the most frequent first. */
export class MediaTagsResponse extends pageOf(FacetCountResponse) {
  @ApiPropertyOptional({
    description: 'With `total`: whether only the 20,000 most frequent tags were read.',
  })
  capped?: boolean;
}
