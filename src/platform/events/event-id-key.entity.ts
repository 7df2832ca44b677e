import { Entity } from 'typeorm';
import { IdColumn, TextColumn } from '../database/columns';

/** The key of the event ids; one row. */
@Entity('event_id_keys')
export class EventIdKeyEntity {
  @IdColumn() id: string;
  /** Base64url. */
  @TextColumn() key: string;
}
