import { Entity } from 'typeorm';
import { IdColumn, IntegerColumn } from '../../../platform/database/columns';

/** The size of an owner's files together; written in the transactions that insert and delete assets. */
@Entity('media_owner_bytes')
export class MediaOwnerBytesEntity {
  @IdColumn() owner_id: string;
  @IntegerColumn() bytes: number;
}
