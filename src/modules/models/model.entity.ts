import { Entity } from 'typeorm';
import { IdColumn, JsonColumn, TextColumn, TimeColumn } from '../../platform/database/columns';
import type { Plain } from '../../platform/plain';

/** What admins say about a model file; counts more than the file's own header. */
@Entity('model_notes')
export class ModelNoteEntity {
  /** Under the models of the nodes: `loras`. */
  @IdColumn() folder: string;
  /** As the nodes name it, with slashes. */
  @IdColumn() name: string;
  @TextColumn({ nullable: true }) title: string | null;
  @JsonColumn({ nullable: true }) triggers: string[] | null;
  /** A media path. */
  @TextColumn({ nullable: true }) preview: string | null;
}

export type ModelNoteRow = Plain<ModelNoteEntity>;

/** When an owner last used a model file. */
@Entity('model_uses')
export class ModelUseEntity {
  /** The owner's internal id; empty for callers without an account. */
  @IdColumn() owner: string;
  @IdColumn() name: string;
  @TimeColumn() last_used_at: string;
}
