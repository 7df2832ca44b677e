/*
 * Texts with `dynamicPrompts`: the editor removes comments, unescapes braces, and replaces `{a|b}` by a random choice.
 */

const COMMENT = /\/\*|\/\/.*/g;
const BRACE = /(?<!\\)(?:\\\\)*\{/;
const ESCAPED = /\\([{}|])/g;

/** A prompt as the editor sends it; one with random choices stays as written. */
export function sentPrompt(written: string): { text: string; hasChoices: boolean } {
  const text = withoutComments(written);
  if (BRACE.test(text)) return { text: written, hasChoices: true };
  return { text: text.replace(ESCAPED, '$1'), hasChoices: false };
}

/** Not a single pattern, because that takes quadratic time on unclosed comments. */
function withoutComments(written: string): string {
  const parts: string[] = [];
  const lastEnd = written.lastIndexOf('*/');
  let done = 0;
  const pattern = new RegExp(COMMENT);
  for (let match = pattern.exec(written); match; match = pattern.exec(written)) {
    const { index } = match;
    const isBlock = match[0] === '/*';
    if (isBlock && index + 2 > lastEnd) continue;
    const end = isBlock ? written.indexOf('*/', index + 2) + 2 : pattern.lastIndex;
    parts.push(written.slice(done, index));
    done = end;
    pattern.lastIndex = end;
  }
  return done === 0 ? written : parts.join('') + written.slice(done);
}
