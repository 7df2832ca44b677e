import { Entity } from 'typeorm';
import { IdColumn, JsonColumn, TextColumn, TimeColumn } from '../../platform/database/columns';
import type { Plain } from '../../platform/plain';
import type { CharacterLora } from './public/character-reader';
import type { VoiceConfig } from './public/voice-config';

export const CHARACTER_KINDS = ['human', 'agent'] as const;
export type CharacterKind = (typeof CHARACTER_KINDS)[number];

/** What a character is of; all of them are bound to requests alike. */
export const CHARACTER_CATEGORIES = ['character', 'location', 'prop', 'style'] as const;
export type CharacterCategory = (typeof CHARACTER_CATEGORIES)[number];

/** A reusable identity. */
@Entity('characters')
export class CharacterEntity {
  @IdColumn() id: string;
  /** The key that created it; null without one. */
  @TextColumn({ nullable: true }) owner_id: string | null;
  @TextColumn() name: string;
  @TextColumn() kind: CharacterKind;
  @TextColumn() category: CharacterCategory;
  @TextColumn() trigger: string;
  @TextColumn() description: string;
  @TextColumn() base_prompt: string;
  /** Media paths. */
  @JsonColumn() source_images: readonly string[];
  @JsonColumn() loras: readonly CharacterLora[];
  @JsonColumn({ nullable: true }) voice: VoiceConfig | null;
  @JsonColumn() defaults: Readonly<Record<string, unknown>>;
  @JsonColumn() metadata: Readonly<Record<string, unknown>>;
  /** The texts that `q` searches, folded. */
  @TextColumn() folded: string;
  @TimeColumn() created_at: string;
  @TimeColumn() updated_at: string;
}

export type CharacterRow = Plain<CharacterEntity>;
