import { ApiProperty } from '@nestjs/swagger';
import { pageOf } from '../../../platform/http/page.response';
import {
  ApiAnyObject,
  ApiNullable,
  ApiOwner,
  ApiTime,
} from '../../../platform/openapi/answer-fields';
import type { Plain } from '../../../platform/plain';
import { CHARACTER_CATEGORIES, CHARACTER_KINDS } from '../character.entity';
import type { CharacterCategory, CharacterKind } from '../character.entity';
import { LORA_TARGETS, type LoraTarget } from '../public/character-reader';
import { VoiceConfigResponse } from '../public/voice-config';

export class CharacterLoraResponse {
  @ApiProperty({
    description: 'Id of the workflow that it is for, or `*` for every workflow that takes LoRAs.',
    example: 'sdxl-t2i',
  })
  workflow: string;
  @ApiProperty({ example: 'mara-sdxl.safetensors' })
  name: string;
  @ApiProperty({ example: 1 })
  strength: number;
  @ApiNullable('string', { example: 'SDXL' })
  base_model: string | null;
  @ApiProperty({ enum: LORA_TARGETS, example: 'both' })
  target: LoraTarget;
}

/** A character. Texts that were not given are empty. */
export class CharacterResponse {
  @ApiProperty({ example: 'mara' })
  id: string;
  @ApiProperty({ example: 'Mara' })
  name: string;
  @ApiProperty({ enum: CHARACTER_KINDS, example: 'human' })
  kind: CharacterKind;
  @ApiProperty({ enum: CHARACTER_CATEGORIES, example: 'character' })
  category: CharacterCategory;
  @ApiProperty({ example: 'mara_tok' })
  trigger: string;
  @ApiProperty({ example: '' })
  description: string;
  @ApiProperty({ example: 'a woman with short red hair, freckles' })
  base_prompt: string;
  @ApiProperty({ type: [String], description: 'Media paths: those that you can read.' })
  source_images: readonly string[];
  @ApiProperty({ type: [CharacterLoraResponse] })
  loras: readonly Plain<CharacterLoraResponse>[];
  @ApiProperty({ type: VoiceConfigResponse, nullable: true })
  voice: Plain<VoiceConfigResponse> | null;
  @ApiAnyObject({ example: { negative: 'hat' } })
  defaults: Readonly<Record<string, unknown>>;
  @ApiAnyObject({ example: {} })
  metadata: Readonly<Record<string, unknown>>;
  @ApiTime()
  created_at: string;
  @ApiTime()
  updated_at: string;
  @ApiProperty({
    description: 'Whether you may change and delete it: its creator and admins may.',
    example: true,
  })
  editable: boolean;
  @ApiOwner()
  owner?: string | null;
}

/** `GET /api/characters`. */
export class CharacterPageResponse extends pageOf(CharacterResponse) {}

export class DeletedCharacterResponse {
  @ApiProperty({ example: true })
  ok: true;
  @ApiProperty({ example: 'mara' })
  id: string;
}

/** The data of a `character` event. */
export class CharacterEventResponse {
  @ApiProperty({ example: 'mara' })
  id: string;
  @ApiProperty({ enum: ['created', 'updated', 'deleted'], example: 'created' })
  action: 'created' | 'updated' | 'deleted';
}

export type CharacterRecord = Plain<CharacterResponse>;
export type CharacterPage = Plain<CharacterPageResponse>;
