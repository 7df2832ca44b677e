import { foldText, hasWholeWord, occurrences } from '../../../platform/search-text';
import type { CharacterTraits } from '../../characters/public/character-reader';

/**
 * The prompt with what its characters add in front, character by character: the trigger unless the prompt has it as a
 * whole word in any case, then the base prompt unless the prompt contains it.
 */
export function characterPrompt(
  prompt: string,
  characters: readonly Pick<CharacterTraits, 'trigger' | 'base_prompt'>[],
): string {
  const added: string[] = [];
  const texts = [foldText(prompt)];
  const add = (text: string): void => {
    added.push(text);
    texts.push(foldText(text));
  };
  for (const { trigger, base_prompt: base } of characters) {
    const folded = foldText(base);
    const isBaseMissing = base !== '' && !contains(texts[0] ?? '', folded);
    const present = isBaseMissing ? [...texts, folded] : texts;
    if (trigger !== '' && !present.some((text) => hasWholeWord(text, foldText(trigger))))
      add(trigger);
    if (isBaseMissing) add(base);
  }
  return [...added, prompt].join(', ');
}

const contains = (text: string, part: string): boolean =>
  occurrences(text, part).next().done !== true;
