import { Entity } from 'typeorm';
import { IdColumn, IntegerColumn, TextColumn } from '../../../platform/database/columns';

/** The size of an owner's files together; written in the transactions that insert and delete assets, or change {@link OwnerOtherBytesEntity}. */
@Entity('media_owner_bytes')
export class MediaOwnerBytesEntity {
  @IdColumn() owner_id: string;
  @IntegerColumn() bytes: number;
}

/** The size of files outside the media library that count against their owner's storage limit, such as a dataset's. */
@Entity('owner_other_bytes')
export class OwnerOtherBytesEntity {
  /** Names the files, such as `dataset:mara`. */
  @IdColumn() source: string;
  @TextColumn() owner_id: string;
  @IntegerColumn() bytes: number;
}
