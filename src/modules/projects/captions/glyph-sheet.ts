import { assFile, captionMarkup } from './ass-file';
import { EMOJI_FONT, textRuns } from './caption-fonts';

/** A character of the captions, and whether it is drawn with the font for emoji. */
export interface Glyph {
  readonly character: string;
  readonly isEmoji: boolean;
}

/** An ASS file that draws each glyph in a cell of its own. */
export interface GlyphSheet {
  readonly ass: string;
  readonly width: number;
  readonly height: number;
}

/** In pixels. */
const CELL = 64;
const FONT_SIZE = 32;
const COLUMNS = 32;
/** How many glyphs a sheet may have: a picture of 2048 × 2048 pixels. */
export const MAX_GLYPHS = COLUMNS * COLUMNS - 8;

/** A code point that is not a character: every font draws its glyph for missing characters. */
const NONCHARACTER = '\u{ffffe}';
const FONTS = [EMOJI_FONT, 'Noto Sans CJK SC', 'Noto Sans CJK JP', 'Noto Sans CJK KR'];
const MISSING = [NONCHARACTER, ...FONTS.map((font) => `{\\fn${font}}${NONCHARACTER}`)];

/** Characters without a glyph, such as spaces. */
const INVISIBLE = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]$/u;

/** The different visible characters of lines. */
export function glyphsOf(lines: Iterable<string>): readonly Glyph[] {
  const glyphs = new Map<string, Glyph>();
  for (const line of lines)
    for (const { text, isEmoji } of textRuns(line))
      for (const character of text)
        if (!INVISIBLE.test(character))
          glyphs.set(`${character}${isEmoji}`, { character, isEmoji });
  return [...glyphs.values()];
}

/** @param glyphs at most {@link MAX_GLYPHS} */
export function glyphSheet(glyphs: readonly Glyph[], emojiFont: string | null): GlyphSheet {
  const texts = [...MISSING, ...glyphs.map(markupOf)];
  const width = COLUMNS * CELL;
  const height = Math.ceil(texts.length / COLUMNS) * CELL;
  const events = texts.map((text, index) => {
    const [x, y] = cornerOf(index);
    const clip = `\\clip(${x},${y},${x + CELL},${y + CELL})`;
    const markup = `{\\an5\\pos(${x + CELL / 2},${y + CELL / 2})${clip}}${text}`;
    return { from: 0, to: 10, markup };
  });
  return { ass: assFile(events, { width, height, fontSize: FONT_SIZE, emojiFont }), width, height };
}

/**
 * The characters that no font has: their cells are empty, or equal to the cell of a missing character.
 * @param pixels brightness of each pixel of the sheet, rows from the top
 */
export function missingGlyphs(glyphs: readonly Glyph[], pixels: Buffer): readonly string[] {
  return glyphs
    .filter((_, index) => {
      const cell = MISSING.length + index;
      return isEmpty(pixels, cell) || MISSING.some((_, missing) => areAlike(pixels, cell, missing));
    })
    .map(({ character }) => character);
}

const markupOf = ({ character, isEmoji }: Glyph): string =>
  isEmoji ? `{\\fn${EMOJI_FONT}}${character}` : captionMarkup([character]);

function cornerOf(index: number): readonly [number, number] {
  return [(index % COLUMNS) * CELL, Math.floor(index / COLUMNS) * CELL];
}

const EMPTY_ROW = Buffer.alloc(CELL);

const isEmpty = (pixels: Buffer, cell: number): boolean =>
  rowStarts(cell).every((start) => pixels.compare(EMPTY_ROW, 0, CELL, start, start + CELL) === 0);

function areAlike(pixels: Buffer, one: number, other: number): boolean {
  const others = rowStarts(other);
  return rowStarts(one).every((start, row) => {
    const otherStart = others[row] ?? 0;
    return pixels.compare(pixels, otherStart, otherStart + CELL, start, start + CELL) === 0;
  });
}

/** Offsets of the rows of a cell, from its middle down and then from its top: characters differ most in the middle. */
function rowStarts(cell: number): readonly number[] {
  const [left, top] = cornerOf(cell);
  return ROWS.map((row) => (top + row) * COLUMNS * CELL + left);
}

const ROWS = Array.from({ length: CELL }, (_, row) => (row + CELL / 2) % CELL);
