import { ApiProperty } from '@nestjs/swagger';
import type { Plain } from '../../../platform/plain';

const PIXELS = { type: 'integer' } as const;

/** The part of a picture that is trained on, in pixels of the picture. */
export class CropResponse {
  @ApiProperty({ ...PIXELS, example: 3 })
  left: number;
  @ApiProperty({ ...PIXELS, example: 0 })
  top: number;
  @ApiProperty({ ...PIXELS, example: 1913 })
  width: number;
  @ApiProperty({ ...PIXELS, example: 1080 })
  height: number;
}

/** How a picture is trained at one resolution. */
export class PictureBucketResponse {
  @ApiProperty({ ...PIXELS, example: 1024 })
  resolution: number;
  @ApiProperty({ ...PIXELS, description: 'Of the bucket.', example: 1360 })
  width: number;
  @ApiProperty({ ...PIXELS, description: 'Of the bucket.', example: 768 })
  height: number;
  @ApiProperty({ type: CropResponse })
  crop: Plain<CropResponse>;
}

/** What is trained of a picture. */
export class PictureCropsResponse {
  @ApiProperty({ example: 'fox-5kZ2rT9uQw1x-0.png' })
  name: string;
  @ApiProperty({ ...PIXELS, nullable: true, description: 'As shown; null for a damaged file.' })
  width: number | null;
  @ApiProperty({ ...PIXELS, nullable: true })
  height: number | null;
  @ApiProperty({ type: [PictureBucketResponse], description: 'One for each resolution.' })
  buckets: Plain<PictureBucketResponse>[];
}

/** Something that makes a dataset worse. */
export class DatasetWarningResponse {
  @ApiProperty({ example: 'captions_missing' })
  code: string;
  @ApiProperty({ example: 'These pictures have no caption.' })
  message: string;
  @ApiProperty({ type: [String], description: 'Names of the pictures.' })
  pictures: string[];
}

/** `GET /api/lora-training/datasets/{id}/report`. */
export class DatasetReportResponse {
  @ApiProperty({ type: 'integer', example: 12 })
  image_count: number;
  @ApiProperty({
    type: 'integer',
    description: 'How many of them were looked at: the first 1,000.',
    example: 12,
  })
  inspected_count: number;
  @ApiProperty({ type: [DatasetWarningResponse] })
  warnings: Plain<DatasetWarningResponse>[];
  @ApiProperty({ type: [PictureCropsResponse] })
  pictures: Plain<PictureCropsResponse>[];
}

export type PictureCrops = Plain<PictureCropsResponse>;
export type DatasetReport = Plain<DatasetReportResponse>;
