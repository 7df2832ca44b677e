import { Entity } from 'typeorm';
import { IdColumn, TextColumn, TimeColumn } from '../../platform/database/columns';

/** The cached recording of a spoken text, for one owner. */
@Entity('speech_cache')
export class SpeechCacheEntity {
  /** Empty for callers without a key. */
  @IdColumn() owner_id: string;
  /** SHA-256 of the text, the voice and everything else that affects how it sounds, in hex. */
  @IdColumn() hash: string;
  /** Media path; the file may have been deleted. */
  @TextColumn() path: string;
  @TimeColumn() created_at: string;
}
