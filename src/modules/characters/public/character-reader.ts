import type { VoiceConfig } from './voice-config';

export const LORA_TARGETS = ['both', 'high', 'low'] as const;
export type LoraTarget = (typeof LORA_TARGETS)[number];

/** LoRAs of one character. */
export const MAX_LORAS = 32;

/** A LoRA that keeps the look of a character the same. */
export interface CharacterLora {
  /** The id of the workflow that it is for, or `*` for all. */
  readonly workflow: string;
  /** The file on the node. */
  readonly name: string;
  readonly strength: number;
  /** The model that it was trained for; only a note for people. */
  readonly base_model: string | null;
  /** The expert of a two-expert workflow that it is for. */
  readonly target: LoraTarget;
}

/** What generation and speech apply of a character. */
export interface CharacterTraits {
  readonly id: string;
  readonly trigger: string;
  readonly base_prompt: string;
  /** Media paths. */
  readonly source_images: readonly string[];
  readonly loras: readonly CharacterLora[];
  /** Fields of a generate body. */
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly voice: VoiceConfig | null;
}

/** Queries about characters for other modules. */
export abstract class CharacterReader {
  /** By id; characters that don't exist are absent. One statement. */
  abstract find(ids: readonly string[]): Promise<ReadonlyMap<string, CharacterTraits>>;
  /** Display names by id; characters that don't exist are absent. One statement. */
  abstract names(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Ids of the characters that have one of these LoRA files, sorted. */
  abstract withLoras(files: readonly string[]): Promise<readonly string[]>;
}
