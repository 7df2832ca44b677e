import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { Plain } from '../../../platform/plain';
import { MEDIA_TYPES, type MediaType } from '../public/media-reader';

const PATH = 'kitchen-5f0c3b52-6f0e-4a77-9a1c-9f2b4b1f9a10-19581e27de7c-0.png';
const NULLABLE_TEXT = { type: 'string', nullable: true } as const;

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
  @ApiProperty({ type: 'integer', nullable: true, description: 'As shown.', example: 1024 })
  width: number | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'As shown.', example: 1024 })
  height: number | null;
  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'Seconds; null when still or unknown.',
  })
  duration: number | null;
  @ApiProperty({ type: 'number', nullable: true, description: 'Frames per second.' })
  fps: number | null;
  @ApiProperty({ type: 'boolean', nullable: true, description: 'Null when unknown.' })
  has_audio: boolean | null;
  @ApiProperty({ example: '' })
  description: string;
  @ApiProperty({ type: [String] })
  tags: string[];
  @ApiProperty({ type: [String] })
  character_ids: string[];
  @ApiProperty({ example: false })
  included_in_training_dataset: boolean;
  @ApiProperty({ ...NULLABLE_TEXT, description: 'The job that made it.' })
  prompt_id: string | null;
  @ApiProperty({ ...NULLABLE_TEXT, example: 'a red fox in the snow' })
  prompt: string | null;
  @ApiProperty({ ...NULLABLE_TEXT, description: 'Workflow id.', example: 'sdxl-t2i' })
  workflow: string | null;
  @ApiProperty({ ...NULLABLE_TEXT, description: 'Provider id.', example: 'simulator' })
  provider: string | null;
  @ApiProperty({ enum: ['generated', 'uploaded', 'derived'] })
  source: 'generated' | 'uploaded' | 'derived';
  @ApiPropertyOptional({
    ...NULLABLE_TEXT,
    description: 'The agent whose it is, null without one; admins only.',
  })
  owner?: string | null;
  @ApiProperty({ type: 'string', format: 'date-time' })
  created_at: string;
  @ApiProperty({ description: 'Where to fetch it.', example: `/media/${PATH}` })
  url: string;
  @ApiProperty({
    ...NULLABLE_TEXT,
    description: 'Null for sound and files, and for videos on a server without ffmpeg.',
    example: `/media/${PATH}?thumbnail=512`,
  })
  thumbnail_url: string | null;
}

/** How many media carry a value. */
export class FacetCountResponse {
  @ApiProperty({ example: 'image' })
  value: string;
  @ApiProperty({ type: 'integer', example: 12 })
  count: number;
}

/** Counts over all matching media: the most frequent values first, at most 100 of each. */
export class MediaFacetsResponse {
  @ApiProperty({ type: [FacetCountResponse] })
  type: FacetCountResponse[];
  @ApiProperty({ type: [FacetCountResponse] })
  project: FacetCountResponse[];
  @ApiProperty({ type: [FacetCountResponse] })
  tag: FacetCountResponse[];
  @ApiProperty({ type: [FacetCountResponse] })
  character: FacetCountResponse[];
}

/** `GET /api/media`. */
export class MediaPageResponse {
  @ApiProperty({ type: [MediaResponse] })
  items: MediaResponse[];
  @ApiProperty({ type: 'string', nullable: true })
  next_cursor: string | null;
  @ApiPropertyOptional({ type: 'integer' })
  total?: number;
  @ApiPropertyOptional({ type: MediaFacetsResponse })
  facets?: Plain<MediaFacetsResponse>;
}

/** `DELETE /api/media/{path}`. */
export class DeletedMediaResponse {
  @ApiProperty({ example: true })
  ok: true;
  @ApiProperty({ example: PATH })
  path: string;
}
