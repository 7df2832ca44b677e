import { Entity } from 'typeorm';
import {
  IdColumn,
  IdIntegerColumn,
  IntegerColumn,
  JsonColumn,
} from '../../../platform/database/columns';

/** What an asset can be labelled with; an asset has any number of each. */
export const LABEL_KINDS = ['tag', 'character', 'dataset', 'model', 'lora'] as const;
export type LabelKind = (typeof LABEL_KINDS)[number];

/** A label of an asset, which is named by its position. */
@Entity('media_labels')
export class MediaLabelEntity {
  @IdIntegerColumn() position: number;
  @IdColumn() kind: LabelKind;
  @IdColumn() value: string;
}

/** The path of an asset that another one, named by its position, was made from. */
@Entity('media_origins')
export class MediaOriginEntity {
  @IdIntegerColumn() position: number;
  @IdColumn() origin: string;
  /** Its turn among the origins of the asset, from 0. */
  @IntegerColumn({ initial: 0 }) place: number;
}

/** A manual collection that an asset, named by its position, is in. */
@Entity('media_collection_items')
export class MediaCollectionItemEntity {
  @IdIntegerColumn() position: number;
  @IdColumn() collection_id: string;
}

/** How many assets of an owner have a value, the trash excepted. `owner_id` is empty for assets without an owner. */
@Entity('media_counts')
export class MediaCountEntity {
  @IdColumn() owner_id: string;
  @IdColumn() kind: string;
  @IdColumn() value: string;
  @IntegerColumn() count: number;
}

/** How many assets of an owner were made in each quarter of an hour of a day in UTC, the trash excepted. */
@Entity('media_days')
export class MediaDayEntity {
  @IdColumn() owner_id: string;
  /** `2026-01-31` */
  @IdColumn() day: string;
  @JsonColumn() quarters: number[];
}
