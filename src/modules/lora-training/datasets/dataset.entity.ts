import { Entity } from 'typeorm';
import { IdColumn, TextColumn, TimeColumn } from '../../../platform/database/columns';
import type { Plain } from '../../../platform/plain';

/** `made` by this service, or `registered`: a folder that existed before. */
export const DATASET_SOURCES = ['made', 'registered'] as const;
export type DatasetSource = (typeof DATASET_SOURCES)[number];

/** A dataset: a folder of pictures and captions under `datasets` of the training root. */
@Entity('training_datasets')
export class DatasetEntity {
  /** Also the folder's name. */
  @IdColumn() id: string;
  @TextColumn({ nullable: true }) owner_id: string | null;
  @TextColumn() name: string;
  @TextColumn() description: string;
  @TextColumn() source: DatasetSource;
  @TimeColumn() created_at: string;
}

export type DatasetRow = Plain<DatasetEntity>;
