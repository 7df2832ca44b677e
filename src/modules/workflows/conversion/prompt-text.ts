/*
 * Texts with `dynamicPrompts`: the editor sends them without comments, with escaped braces as braces, and with one of
 * `{a|b}` drawn by chance.
 */

const COMMENT = /\/\*|\/\/.*/g;
const BRACE = /(?<!\\)(?:\\\\)*\{/;
const ESCAPED = /\\([{}|])/g;

/** A prompt as the editor sends it; one that leaves something to chance stays as it is written. */
export function sentPrompt(written: string): { text: string; hasChoices: boolean } {
  const text = withoutComments(written);
  if (BRACE.test(text)) return { text: written, hasChoices: true };
  return { text: text.replace(ESCAPED, '$1'), hasChoices: false };
}

/** By hand: a pattern for whole comments would look for the end of each to the end of the text. */
function withoutComments(written: string): string {
  const kept: string[] = [];
  const lastEnd = written.lastIndexOf('*/');
  let done = 0;
  const pattern = new RegExp(COMMENT);
  for (let found = pattern.exec(written); found; found = pattern.exec(written)) {
    const { index } = found;
    const isBlock = found[0] === '/*';
    if (isBlock && index + 2 > lastEnd) continue;
    const end = isBlock ? written.indexOf('*/', index + 2) + 2 : pattern.lastIndex;
    kept.push(written.slice(done, index));
    done = end;
    pattern.lastIndex = end;
  }
  return done === 0 ? written : kept.join('') + written.slice(done);
}
