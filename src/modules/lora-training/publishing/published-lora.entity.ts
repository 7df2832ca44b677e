import { Entity } from 'typeorm';
import {
  IdColumn,
  IntegerColumn,
  JsonColumn,
  TextColumn,
  TimeColumn,
} from '../../../platform/database/columns';
import type { Plain } from '../../../platform/plain';

/** A checkpoint that was copied to the folder of the nodes. */
@Entity('published_loras')
export class PublishedLoraEntity {
  /** Its file, relative to the folder; of a pair, the one for high noise. */
  @IdColumn() name: string;
  /** All its files, relative to the folder; two for a pair. */
  @JsonColumn() files: readonly string[];
  /** The owner of its run. */
  @TextColumn({ nullable: true }) owner_id: string | null;
  @TextColumn() job_name: string;
  @TextColumn() checkpoint: string;
  @IntegerColumn() step: number;
  @TextColumn() trigger_word: string;
  @TextColumn({ nullable: true }) base_model: string | null;
  /** The size of all its files together. */
  @IntegerColumn() size_bytes: number;
  @TimeColumn() published_at: string;
}

export type PublishedLora = Plain<PublishedLoraEntity>;
