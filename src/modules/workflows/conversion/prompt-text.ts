/*
 * Texts with `dynamicPrompts`: the editor sends them without comments, with escaped braces as braces, and with one of
 * `{a|b}` drawn by chance.
 */

const COMMENTS = /\/\*[\s\S]*?\*\/|\/\/.*/g;
const BRACE = /(?<!\\)(?:\\\\)*\{/;
const ESCAPED = /\\([{}|])/g;

/** A prompt as the editor sends it; one that leaves something to chance stays as it is written. */
export function sentPrompt(written: string): { text: string; hasChoices: boolean } {
  const text = written.replace(COMMENTS, '');
  if (BRACE.test(text)) return { text: written, hasChoices: true };
  return { text: text.replace(ESCAPED, '$1'), hasChoices: false };
}
