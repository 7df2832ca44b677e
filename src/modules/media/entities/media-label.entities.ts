import { Entity } from 'typeorm';
import { IdColumn } from '../../../platform/database/columns';

/*
 * What lists filter by, one row per asset and label. Keyed label first: the key is the index that a filter reads.
 */

@Entity('media_tags')
export class MediaTagEntity {
  @IdColumn() tag: string;
  @IdColumn() path: string;
}

@Entity('media_characters')
export class MediaCharacterEntity {
  @IdColumn() character_id: string;
  @IdColumn() path: string;
}

/** Assets that belong to a training dataset. */
@Entity('media_datasets')
export class MediaDatasetEntity {
  @IdColumn() dataset: string;
  @IdColumn() path: string;
}
