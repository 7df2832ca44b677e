import { ApiProperty } from '@nestjs/swagger';
import { pageOf } from '../../../platform/http/page.response';
import { ApiNullable, ApiOwner, ApiTime } from '../../../platform/openapi/answer-fields';
import type { Plain } from '../../../platform/plain';
import { DATASET_SOURCES, type DatasetSource } from '../datasets/dataset.entity';

/** Pictures and captions to train on. */
export class DatasetResponse {
  @ApiProperty({ example: 'mara' })
  id: string;
  @ApiProperty({ example: 'Mara, spring' })
  name: string;
  @ApiProperty({ example: '' })
  description: string;
  @ApiProperty({ type: 'integer', description: 'Pictures in the folder now.', example: 12 })
  image_count: number;
  @ApiProperty({
    enum: DATASET_SOURCES,
    description:
      'Made by this service, or a folder that was there before: deleting the dataset leaves such a folder.',
  })
  source: DatasetSource;
  @ApiNullable('string', {
    description:
      'The unfinished run that uses it; empty if you may not see that run. Until it ends, the dataset cannot be changed.',
    example: null,
  })
  frozen_by: string | null;
  @ApiTime()
  created_at: string;
  @ApiOwner()
  owner?: string | null;
}

/** `GET /api/lora-training/datasets`. */
export class DatasetPageResponse extends pageOf(DatasetResponse) {}

/** A picture of a dataset. */
export class DatasetItemResponse {
  @ApiProperty({ description: 'Its path in the folder.', example: 'fox-5kZ2rT9uQw1x-0.png' })
  name: string;
  @ApiProperty({ type: 'integer', example: 1_482_113 })
  size_bytes: number;
  @ApiNullable('string', {
    description:
      'Empty without a caption; null for one that cannot be read: longer than 80,000 bytes, or not UTF-8.',
    example: '[trigger], by the window',
  })
  caption: string | null;
  @ApiProperty({
    description: 'Where the picture is; `?thumbnail=256` makes it small.',
    example: '/api/lora-training/datasets/mara/items/fox-5kZ2rT9uQw1x-0.png/file',
  })
  url: string;
}

/** `GET /api/lora-training/datasets/{id}/items`. */
export class DatasetItemPageResponse extends pageOf(DatasetItemResponse) {}

/** What a change of a dataset's items did. */
export class ItemsChangedResponse {
  @ApiProperty({ type: [String], description: 'Names of the items that were added or removed.' })
  changed: string[];
  @ApiProperty({ type: 'integer', description: 'Pictures in the dataset now.', example: 12 })
  image_count: number;
}

/** What copying media into a dataset did. */
export class ItemsAddedResponse extends ItemsChangedResponse {
  @ApiProperty({
    type: [String],
    description: 'Paths of media that the filter found, but that are not PNG, JPEG or WebP.',
  })
  skipped: string[];
}

/** `DELETE /api/lora-training/datasets/{id}`. */
export class DeletedDatasetResponse {
  @ApiProperty({ example: true })
  ok: boolean;
  @ApiProperty({ example: 'mara' })
  id: string;
}

export type DatasetRecord = Plain<DatasetResponse>;
export type DatasetPage = Plain<DatasetPageResponse>;
export type DatasetItemPage = Plain<DatasetItemPageResponse>;
export type ItemsChanged = Plain<ItemsChangedResponse>;
export type ItemsAdded = Plain<ItemsAddedResponse>;
