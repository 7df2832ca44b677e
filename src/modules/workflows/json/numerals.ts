/*
 * Texts that Python's `int()` and `float()` make a number of: by these a node reads what it is sent for a number.
 */

const NUMERALS = {
  INT: /^[+-]?\d+$/,
  FLOAT: /^[+-]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?|inf(?:inity)?|nan)$/i,
} as const;

/** Would a node make a number of this type of the text? */
export function isNumeral(text: string, type: 'INT' | 'FLOAT'): boolean {
  return NUMERALS[type].test(bare(text));
}

/** Without what Python overlooks: blanks around it, single underscores between digits. */
const bare = (text: string): string => text.trim().replace(/(?<=\d)_(?=\d)/g, '');
