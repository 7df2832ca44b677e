import { SEARCH_WORDS } from '../../../platform/search-text';
import { PageQuery } from '../../../platform/http/paging';
import {
  OptionalAnyObject,
  OptionalNested,
  OptionalNestedArray,
  OptionalNum,
  OptionalOneOf,
  OptionalStr,
  OptionalStrArray,
  ReadOnlyField,
  Str,
} from '../../../platform/validation/body-fields';
import { PatchDto } from '../../../platform/validation/field';
import { QueryOneOf, QueryStr } from '../../../platform/validation/query-fields';
import { CHARACTER_CATEGORIES, CHARACTER_KINDS } from '../character.entity';
import type { CharacterCategory, CharacterKind } from '../character.entity';
import { LORA_TARGETS, type LoraTarget, MAX_LORAS } from '../public/character-reader';
import { VoiceConfigDto } from '../public/voice-config';

const ID = {
  pattern: /^[A-Za-z0-9_-]{1,64}$/,
  form: '1 to 64 letters, digits, _ and -',
  description: 'How requests name the character: letters, digits, `_` and `-`.',
  example: 'mara',
};
const NAME = { min: 1, max: 200, description: 'Display name.', example: 'Mara' };
const KIND = {
  default: 'human',
  description: 'Whether it stands for a person or for an agent.',
};
const CATEGORY = {
  default: 'character',
  description: 'What it depicts; all categories are applied the same way.',
};
const TRIGGER = {
  max: 500,
  description: 'Put in front of prompts that lack it: the word that its LoRAs were trained with.',
  example: 'mara_tok',
};
const DESCRIPTION = { max: 5000, description: 'Free text; never part of a prompt.' };
const BASE_PROMPT = {
  max: 5000,
  description: 'Words that describe it, put in front of prompts behind the trigger.',
  example: 'a woman with short red hair, freckles',
};
const SOURCE_IMAGES = {
  max: 50,
  item: { min: 1, max: 300 },
  description:
    'Media paths of pictures of it that you can read. Workflows that take a picture use the first one that the job may read.',
};
const LORAS = {
  max: MAX_LORAS,
  description: 'Its LoRAs by workflow, in the order in which they are applied.',
};
const VOICE = { description: 'Voice; null for none.' };
const DEFAULTS = {
  description:
    'Default request fields and workflow params, used where a request omits them; at most 32 kB.',
  acceptsUnknownFields: true,
  example: { negative: 'hat, glasses' },
};
const METADATA = {
  description: 'Any data of your own; at most 32 kB.',
  acceptsUnknownFields: true,
  example: { actor: 'stand-in' },
};

/** A LoRA that keeps the look of a character the same. */
export class CharacterLoraDto {
  @Str({
    min: 1,
    max: 200,
    description: 'Id of the workflow that it is for, or `*` for every workflow that takes LoRAs.',
    example: 'sdxl-t2i',
  })
  workflow: string;

  @Str({
    min: 1,
    max: 1000,
    description: 'Its file on the nodes: GET /api/loras lists them.',
    example: 'mara-sdxl.safetensors',
  })
  name: string;

  @OptionalNum({ min: -100, max: 100, default: 1, description: 'LoRA strength.' })
  strength?: number;

  @OptionalStr({
    max: 200,
    description: 'Base model it was trained for; informational.',
    example: 'SDXL',
  })
  base_model?: string;

  @OptionalOneOf(LORA_TARGETS, {
    default: 'both',
    description: 'For workflows with two experts: the one that it is for.',
  })
  target?: LoraTarget;
}

/** `POST /api/characters`. */
export class CharacterDto {
  @Str(ID) id: string;
  @Str(NAME) name: string;
  @OptionalOneOf(CHARACTER_KINDS, KIND) kind?: CharacterKind;
  @OptionalOneOf(CHARACTER_CATEGORIES, CATEGORY) category?: CharacterCategory;
  @OptionalStr(TRIGGER) trigger?: string;
  @OptionalStr(DESCRIPTION) description?: string;
  @OptionalStr(BASE_PROMPT) base_prompt?: string;
  @OptionalStrArray(SOURCE_IMAGES) source_images?: string[];
  @OptionalNestedArray(() => CharacterLoraDto, LORAS) loras?: CharacterLoraDto[];
  @OptionalNested(() => VoiceConfigDto, VOICE) voice?: VoiceConfigDto;
  @OptionalAnyObject(DEFAULTS) defaults?: Record<string, unknown>;
  @OptionalAnyObject(METADATA) metadata?: Record<string, unknown>;
  @ReadOnlyField() created_at?: unknown;
  @ReadOnlyField() updated_at?: unknown;
  @ReadOnlyField() editable?: unknown;
  @ReadOnlyField() owner?: unknown;
}

/** `PATCH /api/characters/{character_id}`: only the sent fields change, each as a whole; null resets one. */
export class CharacterPatchDto extends PatchDto {
  @OptionalStr({ nullable: false, description: 'The id in the path; it can’t be changed.' })
  id?: string;
  @OptionalStr({ ...NAME, nullable: false }) name?: string;
  @OptionalOneOf(CHARACTER_KINDS, KIND) kind?: CharacterKind | null;
  @OptionalOneOf(CHARACTER_CATEGORIES, CATEGORY) category?: CharacterCategory | null;
  @OptionalStr(TRIGGER) trigger?: string | null;
  @OptionalStr(DESCRIPTION) description?: string | null;
  @OptionalStr(BASE_PROMPT) base_prompt?: string | null;
  @OptionalStrArray(SOURCE_IMAGES) source_images?: string[] | null;
  @OptionalNestedArray(() => CharacterLoraDto, LORAS) loras?: CharacterLoraDto[] | null;
  @OptionalNested(() => VoiceConfigDto, VOICE) voice?: VoiceConfigDto | null;
  @OptionalAnyObject(DEFAULTS) defaults?: Record<string, unknown> | null;
  @OptionalAnyObject(METADATA) metadata?: Record<string, unknown> | null;
  @ReadOnlyField() created_at?: unknown;
  @ReadOnlyField() updated_at?: unknown;
  @ReadOnlyField() editable?: unknown;
  @ReadOnlyField() owner?: unknown;
}

/** The character in the path. */
export class CharacterParams {
  @Str(ID) character_id: string;
}

/** `GET /api/characters`. */
export class CharactersQuery extends PageQuery {
  @QueryStr({
    max: 1000,
    words: SEARCH_WORDS,
    description:
      'At most 20 words, each of which must occur in the id, name, trigger or description; case is ignored.',
    example: 'mara',
  })
  q?: string;

  @QueryOneOf(CHARACTER_CATEGORIES, { description: 'Only characters of this category.' })
  category?: CharacterCategory;

  @QueryOneOf(CHARACTER_KINDS, { description: 'Only characters of this kind.' })
  kind?: CharacterKind;
}
