import { Entity } from 'typeorm';
import { IdIntegerColumn, JsonColumn, TextColumn, TimeColumn } from '../database/columns';
import type { Plain } from '../plain';
import type { StoredAudience } from './audience';
import type { DurableKind } from './event-kinds';

/** An event, written in the transaction of the change that it tells of. */
@Entity('outbox')
export class OutboxEventEntity {
  /** Order of the commits. */
  @IdIntegerColumn() position: number;
  @TextColumn() kind: DurableKind | 'resync';
  @TextColumn({ nullable: true }) owner_id: string | null;
  /** Null for events that only the owner and admins see. */
  @JsonColumn({ nullable: true }) shared_with: StoredAudience | null;
  @TextColumn({ nullable: true }) prompt_id: string | null;
  @JsonColumn() data: object;
  /** Fields that admins see besides those of `data` or instead of them. */
  @JsonColumn({ nullable: true }) admin_data: object | null;
  @TimeColumn() created_at: string;
}

export type OutboxRow = Plain<OutboxEventEntity>;
