import { Entity } from 'typeorm';
import { IdColumn } from '../../../platform/database/columns';

/*
 * Labels to filter lists by, one row per asset and label. The label comes first in the key, which is the filter's index.
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
