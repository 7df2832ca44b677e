import { Entity } from 'typeorm';
import { IdColumn, TextColumn, TimeColumn } from '../../platform/database/columns';

/** The recording of a text that an owner had spoken. */
@Entity('speech_cache')
export class SpeechCacheEntity {
  /** Empty for callers without a key. */
  @IdColumn() owner_id: string;
  /** Of the text, the voice and everything else that decides how it sounds. Hex. */
  @IdColumn() hash: string;
  /** Media path; the file may be gone. */
  @TextColumn() path: string;
  @TimeColumn() created_at: string;
}
