/*
 * Texts that Python's `int()` and `float()` accept, because a node parses the values of number inputs with them.
 */

const NUMERALS = {
  INT: /^[+-]?\d+$/,
  FLOAT: /^[+-]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?|inf(?:inity)?|nan)$/i,
} as const;

/** Does a node accept the text for an input of this number type? */
export function isNumeral(text: string, type: 'INT' | 'FLOAT'): boolean {
  return NUMERALS[type].test(normalized(text));
}

/** Without what Python ignores: surrounding spaces, single underscores between digits. */
const normalized = (text: string): string => text.trim().replace(/(?<=\d)_(?=\d)/g, '');
