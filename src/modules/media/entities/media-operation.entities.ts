import { Entity } from 'typeorm';
import {
  IdColumn,
  IdIntegerColumn,
  IntegerColumn,
  JsonColumn,
  TextColumn,
  TimeColumn,
} from '../../../platform/database/columns';
import type { Plain } from '../../../platform/plain';
import type { ItemAction } from '../bulk/item-actions';
import type { FailedItem } from '../catalogue/media-changes.repository';
import type { MediaExpression } from '../index/media-expression';
import type { FieldChanges } from '../undo/item-fields';

/** A change of many media, which continues after a restart. */
@Entity('media_operations')
export class MediaOperationEntity {
  @IdColumn() id: string;
  /** Who asked for it. */
  @TextColumn({ nullable: true }) owner_id: string | null;
  @TextColumn() action: ItemAction['kind'];
  @JsonColumn() request: { readonly action: ItemAction; readonly expression: MediaExpression };
  /** Positions from here on are done, or newer than the request. */
  @IntegerColumn() before: number;
  @IntegerColumn() total: number;
  @IntegerColumn() changed: number;
  @IntegerColumn() failed_count: number;
  /** The first of those that failed. */
  @JsonColumn() failed: readonly FailedItem[];
  @TextColumn({ nullable: true }) undo_id: string | null;
  /** How often the current chunk has failed in a row. */
  @IntegerColumn({ initial: 0 }) failed_attempts: number;
  /** Why it ended early. */
  @TextColumn({ nullable: true }) error_code: string | null;
  @TimeColumn() created_at: string;
  @TimeColumn({ nullable: true }) finished_at: string | null;
}

export type MediaOperation = Plain<MediaOperationEntity>;

/** A change that can be undone until it expires. */
@Entity('media_undos')
export class MediaUndoEntity {
  @IdColumn() id: string;
  /** SHA-256 in hex. */
  @TextColumn() token_hash: string;
  @TextColumn({ nullable: true }) owner_id: string | null;
  @TimeColumn() expires_at: string;
}

/** What a change did to one asset; written in its transaction. */
@Entity('media_undo_items')
export class MediaUndoItemEntity {
  @IdColumn() undo_id: string;
  @IdIntegerColumn() position: number;
  @TextColumn() path: string;
  @JsonColumn() changes: FieldChanges;
}
