import { Entity } from 'typeorm';
import { IdColumn, TextColumn, TimeColumn } from '../../../platform/database/columns';

/** A prompt that an owner has used; one row, however often it was used. */
@Entity('earlier_prompts')
export class EarlierPromptEntity {
  /** The owner's internal id; empty for callers without an account. */
  @IdColumn() owner: string;
  /** SHA-256 of the prompt. */
  @IdColumn() hash: string;
  @TextColumn() prompt: string;
  /** The prompt as it is searched: without differences of case. */
  @TextColumn() folded: string;
  @TimeColumn() last_used_at: string;
}
