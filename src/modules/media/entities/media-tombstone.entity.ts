import { Entity } from 'typeorm';
import { IdColumn, IdNumberColumn } from '../../../platform/database/columns';

/** An output that a user deleted: it never comes back, however often its job is collected again. */
@Entity('media_tombstones')
export class MediaTombstoneEntity {
  @IdColumn() prompt_id: string;
  @IdColumn() node_id: string;
  @IdNumberColumn() output_index: number;
}
