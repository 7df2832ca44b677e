const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const words = new Intl.Segmenter(undefined, { granularity: 'word' });

const WIDE =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/u;
const ZERO_WIDTH = /^[\p{Mn}\p{Me}\p{Default_Ignorable_Code_Point}]+$/u;
/** Scripts that are written without spaces between words. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
/** Characters that a line may not begin with. */
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}\p{M}ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々〜～…]+$/u;
/** Characters that a line may not end with. */
const OPENING = /^[\p{Ps}\p{Pi}]$/u;
/** Text whose characters take one column each. */
const ONE_COLUMN_EACH = /^[\x20-\x7e]*$/;

/** A part of a text that stays in one line. */
interface Piece {
  readonly text: string;
  readonly columns: number;
  /** Whether a space separates it from the piece before. */
  readonly spaced: boolean;
}

/** The width of a text in columns: a letter has 1, an ideograph or an emoji 2. */
export function columnsOf(text: string): number {
  if (ONE_COLUMN_EACH.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of graphemes.segment(text)) columns += widthOf(segment);
  return columns;
}

/**
 * Breaks a text into lines of at most `maxColumns`, which should be at least 2. Lines break between words, which ICU's
 * dictionaries find in scripts without spaces; only a word longer than a line is broken itself. No line begins with
 * closing punctuation. The lines of a paragraph are about equally long. Line breaks of the text stay; empty lines don't.
 */
export function brokenLines(text: string, maxColumns: number): readonly string[] {
  return text
    .split('\n')
    .flatMap((paragraph) => balanced(piecesOf(paragraph, maxColumns), maxColumns));
}

function widthOf(grapheme: string): number {
  if (ZERO_WIDTH.test(grapheme)) return 0;
  return WIDE.test(grapheme) || grapheme.includes('\ufe0f') ? 2 : 1;
}

function piecesOf(paragraph: string, maxColumns: number): readonly Piece[] {
  return paragraph
    .split(/\s+/u)
    .filter((word) => word !== '')
    .flatMap((word) => {
      const parts = UNSPACED.test(word) ? breakableParts(word) : [word];
      return parts
        .flatMap((part) => (columnsOf(part) > maxColumns ? cut(part, maxColumns) : [part]))
        .map((text, index) => ({ text, columns: columnsOf(text), spaced: index === 0 }));
    });
}

/** Words of a text without spaces, each with the punctuation that belongs to it. */
function breakableParts(text: string): readonly string[] {
  const parts: string[] = [];
  for (const { segment } of words.segment(text)) {
    const last = parts.at(-1);
    if (last !== undefined && (CLOSING.test(segment) || OPENING.test(last.slice(-1))))
      parts[parts.length - 1] = last + segment;
    else parts.push(segment);
  }
  return parts;
}

function cut(text: string, maxColumns: number): readonly string[] {
  const parts: string[] = [];
  let part = '';
  let columns = 0;
  for (const { segment } of graphemes.segment(text)) {
    const width = widthOf(segment);
    if (columns + width > maxColumns && part !== '') {
      parts.push(part);
      part = '';
      columns = 0;
    }
    part += segment;
    columns += width;
  }
  return [...parts, part];
}

/** As few lines as possible; among these solutions, the one whose longest line is shortest. */
function balanced(pieces: readonly Piece[], maxColumns: number): readonly string[] {
  const count = filled(pieces, maxColumns).length;
  let low = 1;
  let high = maxColumns;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (filled(pieces, middle).length > count) low = middle + 1;
    else high = middle;
  }
  return filled(pieces, high);
}

/** Puts as many pieces into each line as it has room for. */
function filled(pieces: readonly Piece[], maxColumns: number): readonly string[] {
  const lines: string[] = [];
  let columns = 0;
  for (const piece of pieces) {
    const gap = piece.spaced ? 1 : 0;
    const line = lines.at(-1);
    if (line !== undefined && columns + gap + piece.columns <= maxColumns) {
      lines[lines.length - 1] = `${line}${' '.repeat(gap)}${piece.text}`;
      columns += gap + piece.columns;
    } else {
      lines.push(piece.text);
      columns = piece.columns;
    }
  }
  return lines;
}
