/** Pictures, and the place for them, from which rows are made. */
export interface JustifyInput {
  /** Width × 100 / height of each picture. */
  readonly ratios: Uint16Array;
  /** How many pictures each section (a day) has. */
  readonly sections: readonly number[];
  /** The width of a row. All sizes are in pixels. */
  readonly width: number;
  /** The wanted height: rows get a similar one, so that they fill the width. */
  readonly rowHeight: number;
  readonly gap: number;
  /** Space above each section for its label; 0 for none. */
  readonly headerHeight: number;
}

/** Rows of a grid: row `r` holds pictures `firsts[r]` to `firsts[r + 1] - 1`. All sizes in pixels. */
export interface JustifiedRows {
  readonly firsts: Uint32Array;
  readonly tops: Float64Array;
  readonly heights: Float32Array;
  /** The first row of each section, and the number of rows at the end. */
  readonly sectionRows: Uint32Array;
  readonly sectionTops: Float64Array;
  /** The height of all rows, labels and gaps together. */
  readonly height: number;
  readonly gap: number;
}

/** Very wide and very high pictures are cropped to these ratios, so that no picture of a row gets tiny. */
const MIN_RATIO = 33;
const MAX_RATIO = 400;
/** A row grows at most to this multiple before one more picture is put in. */
const MAX_STRETCH = 1.4;

/** An element that is known to exist; 0 only satisfies the type. */
const at = (values: ArrayLike<number>, index: number): number => values[index] ?? 0;
const ratioOf = (hundredths: number) => Math.min(MAX_RATIO, Math.max(MIN_RATIO, hundredths)) / 100;

/** Puts pictures into rows that fill the width; the last row of a section keeps the wanted height. */
export function justify(input: JustifyInput): JustifiedRows {
  const { ratios, sections, gap, headerHeight } = input;
  const firsts: number[] = [];
  const tops: number[] = [];
  const heights: number[] = [];
  const sectionRows: number[] = [];
  const sectionTops: number[] = [];
  let top = 0;
  let first = 0;
  for (const count of sections) {
    sectionTops.push(top);
    sectionRows.push(firsts.length);
    top += headerHeight;
    const end = Math.min(first + count, ratios.length);
    while (first < end) {
      const row = nextRow(input, first, end);
      firsts.push(first);
      tops.push(top);
      heights.push(row.height);
      top += row.height + gap;
      first = row.end;
    }
  }
  firsts.push(first);
  sectionRows.push(tops.length);
  return {
    firsts: Uint32Array.from(firsts),
    tops: Float64Array.from(tops),
    heights: Float32Array.from(heights),
    sectionRows: Uint32Array.from(sectionRows),
    sectionTops: Float64Array.from(sectionTops),
    height: top,
    gap,
  };
}

/**
 * The row that begins with `first`. The picture that makes it lower than wanted is left to the next row if that brings the
 * height closer to the wanted one.
 */
function nextRow(
  { ratios, width, rowHeight, gap }: JustifyInput,
  first: number,
  end: number,
): { end: number; height: number } {
  let sum = 0;
  for (let index = first; index < end; index += 1) {
    const sumBefore = sum;
    sum += ratioOf(at(ratios, index));
    const height = (width - gap * (index - first)) / sum;
    if (height > rowHeight) continue;
    const heightWithout =
      sumBefore > 0 ? (width - gap * (index - first - 1)) / sumBefore : Infinity;
    const isTooHigh = heightWithout > rowHeight * MAX_STRETCH;
    if (isTooHigh || rowHeight - height <= heightWithout - rowHeight)
      return { end: index + 1, height: Math.max(1, Math.round(height)) };
    return { end: index, height: Math.round(heightWithout) };
  }
  return { end, height: rowHeight };
}

/** Left edge and width of a picture in its row. */
export interface Box {
  readonly left: number;
  readonly width: number;
}

/** The boxes of one row, in whole pixels; those of a full row end at the width. */
export function boxesOf(
  rows: JustifiedRows,
  ratios: Uint16Array,
  row: number,
  width: number,
): readonly Box[] {
  const first = at(rows.firsts, row);
  const end = at(rows.firsts, row + 1);
  const gaps = rows.gap * (end - first - 1);
  let sum = 0;
  for (let index = first; index < end; index += 1) sum += ratioOf(at(ratios, index));
  const height = at(rows.heights, row);
  const natural = height * sum;
  // Heights are whole pixels, which leaves a full row a little too wide or too narrow.
  const isFull = Math.abs(natural + gaps - width) <= sum;
  const scale = isFull || natural + gaps > width ? (width - gaps) / sum : height;
  const boxes: Box[] = [];
  let left = 0;
  for (let index = first; index < end; index += 1) {
    const right = left + ratioOf(at(ratios, index)) * scale;
    boxes.push({ left: Math.round(left), width: Math.round(right) - Math.round(left) });
    left = right + rows.gap;
  }
  return boxes;
}

/** The row that holds a picture. */
export const rowOfItem = (rows: JustifiedRows, index: number): number =>
  lastAtMost(rows.firsts, index, rows.tops.length);

/** The row at a distance from the top; in a gap or a label, the row above it. */
export const rowAtTop = (rows: JustifiedRows, top: number): number =>
  lastAtMost(rows.tops, top, rows.tops.length);

/** The section that holds a row. */
export const sectionOfRow = (rows: JustifiedRows, row: number): number =>
  lastAtMost(rows.sectionRows, row, rows.sectionTops.length);

function lastAtMost(rising: Uint32Array | Float64Array, value: number, length: number): number {
  let low = 0;
  let high = Math.max(0, length - 1);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (at(rising, middle) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Keys that move the cursor of a grid. */
export type CursorKey =
  | 'ArrowLeft'
  | 'ArrowRight'
  | 'ArrowUp'
  | 'ArrowDown'
  | 'Home'
  | 'End'
  | 'PageUp'
  | 'PageDown';

export const isCursorKey = (key: string): key is CursorKey =>
  /^(?:Arrow(?:Left|Right|Up|Down)|Home|End|Page(?:Up|Down))$/.test(key);

/** Where a key moves the cursor; up and down, to the picture of the other row that is nearest. */
export function movedCursor(
  grid: { rows: JustifiedRows; ratios: Uint16Array; width: number; viewport: number },
  index: number,
  key: CursorKey,
): number {
  const last = grid.ratios.length - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key === 'ArrowLeft') return Math.max(0, index - 1);
  if (key === 'ArrowRight') return Math.min(last, index + 1);
  const row = rowOfItem(grid.rows, index);
  const next = movedRow(grid, row, key);
  return next === row ? index : nearestInRow(grid, index, next);
}

function movedRow(
  { rows, viewport }: { rows: JustifiedRows; viewport: number },
  row: number,
  key: Exclude<CursorKey, 'ArrowLeft' | 'ArrowRight' | 'Home' | 'End'>,
): number {
  const up = Math.max(0, row - 1);
  const down = Math.min(rows.tops.length - 1, row + 1);
  const top = at(rows.tops, row);
  switch (key) {
    case 'ArrowUp':
      return up;
    case 'ArrowDown':
      return down;
    case 'PageUp':
      return Math.min(up, rowAtTop(rows, top - viewport));
    case 'PageDown':
      return Math.max(down, rowAtTop(rows, top + viewport));
  }
}

function nearestInRow(
  { rows, ratios, width }: { rows: JustifiedRows; ratios: Uint16Array; width: number },
  index: number,
  row: number,
): number {
  const from = rowOfItem(rows, index);
  const centresOf = (someRow: number) =>
    boxesOf(rows, ratios, someRow, width).map((box) => box.left + box.width / 2);
  const own = at(centresOf(from), index - at(rows.firsts, from));
  const distances = centresOf(row).map((centre) => Math.abs(centre - own));
  return at(rows.firsts, row) + distances.indexOf(Math.min(...distances));
}
