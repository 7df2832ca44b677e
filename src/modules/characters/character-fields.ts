import { sentColumns } from '../../platform/database/sent-columns';
import { foldText } from '../../platform/search-text';
import type { CharacterRow } from './character.entity';
import type { CharacterLoraDto, CharacterPatchDto } from './dto/character.request';
import type { CharacterLora } from './public/character-reader';
import { voiceConfig } from './public/voice-config';

/** The columns that requests write. */
export type CharacterFields = Omit<
  CharacterRow,
  'id' | 'owner_id' | 'folded' | 'created_at' | 'updated_at'
>;

/** What a character has that was created with an id and a name only. */
export const DEFAULT_FIELDS: Omit<CharacterFields, 'name'> = {
  kind: 'human',
  category: 'character',
  trigger: '',
  description: '',
  base_prompt: '',
  source_images: [],
  loras: [],
  voice: null,
  defaults: {},
  metadata: {},
};

/** The columns of the fields that were sent; null resets one to its default. */
export function sentFields(body: Omit<CharacterPatchDto, 'id'>): Partial<CharacterFields> {
  const { name, kind, category, trigger, description, base_prompt } = body;
  const { source_images, loras, voice, defaults, metadata } = body;
  const columns = {
    name,
    kind,
    category,
    trigger,
    description,
    base_prompt,
    source_images,
    defaults,
    metadata,
    loras: loras ? loras.map(loraOf) : loras,
    voice: voice ? voiceConfig(voice) : voice,
  };
  return sentColumns<CharacterFields>(columns, DEFAULT_FIELDS);
}

const loraOf = ({ workflow, name, ...more }: CharacterLoraDto): CharacterLora => ({
  workflow,
  name,
  strength: more.strength ?? 1,
  base_model: more.base_model ?? null,
  target: more.target ?? 'both',
});

/** The text that `q` searches. */
export const foldedText = ({ id, name, trigger, description }: Omit<CharacterRow, 'folded'>) =>
  foldText([id, name, trigger, description].join('\n'));
