/** Characters that can move the cursor or change text direction: controls, formats, separators, lone surrogates. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Escapes characters that control the terminal. */
export function escapeForTerminal(text: string): string {
  return text.replace(UNSAFE, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The same for a text with our own line breaks. */
export function escapeLinesForTerminal(text: string): string {
  return text.split('\n').map(escapeForTerminal).join('\n');
}

/** JSON with unsafe characters in strings escaped. */
export function escapeJsonForTerminal(value: unknown): string {
  const escaped = (char: string): string =>
    Array.from({ length: char.length }, (_, index) => char.charCodeAt(index))
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join('');
  return JSON.stringify(value, null, 2).replace(UNSAFE, (char) =>
    char === '\n' ? char : escaped(char),
  );
}
