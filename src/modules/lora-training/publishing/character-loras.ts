import { foldText, hasWholeWord } from '../../../platform/search-text';
import type { CharacterLora } from '../../characters/public/character-reader';
import type { PublishedLora } from './published-lora.entity';

/** A published LoRA to add to a character. */
export interface LoraBinding {
  readonly lora: Pick<PublishedLora, 'files' | 'base_model'>;
  readonly strength: number;
  readonly workflow: string;
  /** Files of the published LoRAs that it replaces. */
  readonly outdated: ReadonlySet<string>;
}

/** The LoRAs of a character after adding this one, and those that it replaces. */
export function boundLoras(
  before: readonly CharacterLora[],
  { lora, strength, workflow, outdated }: LoraBinding,
): { readonly loras: readonly CharacterLora[]; readonly replaced: readonly CharacterLora[] } {
  const isOutdated = (one: CharacterLora): boolean =>
    one.workflow === workflow && outdated.has(one.name);
  const isPair = lora.files.length > 1;
  const bound = lora.files.map((name, at): CharacterLora => {
    const expert = at === 0 ? 'high' : 'low';
    const target = isPair ? expert : 'both';
    return { workflow, name, strength, base_model: lora.base_model, target };
  });
  return {
    loras: [...before.filter((one) => !isOutdated(one)), ...bound],
    replaced: before.filter((one) => isOutdated(one) && !lora.files.includes(one.name)),
  };
}

/** Adds a trigger word to the trigger of a character, unless the trigger has it as a whole word in any case. */
export function boundTrigger(before: string, word: string): string {
  if (before === '') return word;
  return hasWholeWord(foldText(before), foldText(word)) ? before : `${before}, ${word}`;
}
