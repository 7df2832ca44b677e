import { foldText } from '../../../platform/search-text';
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
  for (const { trigger, base_prompt: base } of characters) {
    const isBaseMissing = base !== '' && !foldText(prompt).includes(foldText(base));
    const texts = [prompt, ...added, ...(isBaseMissing ? [base] : [])];
    if (trigger !== '' && !texts.some((text) => hasWholeWord(text, trigger))) added.push(trigger);
    if (isBaseMissing) added.push(base);
  }
  return [...added, prompt].join(', ');
}

function hasWholeWord(text: string, word: string): boolean {
  const [folded, wanted] = [foldText(text), foldText(word)];
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + 1))
    if (
      !ENDS_IN_WORD.test(folded.slice(0, at).slice(-2)) &&
      !STARTS_WITH_WORD.test(folded.slice(at + wanted.length).slice(0, 2))
    )
      return true;
  return false;
}

const ENDS_IN_WORD = /[\p{L}\p{N}\p{M}_]$/u;
const STARTS_WITH_WORD = /^[\p{L}\p{N}\p{M}_]/u;
