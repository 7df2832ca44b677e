/** Control and format characters, line and paragraph separators, lone surrogates: what moves a cursor or turns text. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Text as a terminal may show it: nothing in it acts on the terminal. */
export function printable(text: string): string {
  return text.replace(UNSAFE, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The same for a text of several lines, whose line ends are ours. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/** JSON of which the same holds. Only strings can hold unsafe characters, and there they may be escaped. */
export function printableJson(value: unknown): string {
  const escaped = (char: string): string =>
    Array.from({ length: char.length }, (_, index) => char.charCodeAt(index))
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join('');
  return JSON.stringify(value, null, 2).replace(UNSAFE, (char) =>
    char === '\n' ? char : escaped(char),
  );
}
