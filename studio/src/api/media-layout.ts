import type { MediaTile } from './types';

/** Where a page of tiles begins in the list, and the cursor that asks for it (none for the first). */
export interface TilePage {
  readonly cursor: string;
  readonly start: number;
  readonly count: number;
}

/** The whole list before its tiles are loaded: the aspect ratio of each item, the days, and where pages begin. */
export interface MediaLayout {
  /** Width × 100 / height of each item. */
  readonly ratios: Uint16Array;
  readonly days: readonly { readonly day: string; readonly count: number }[];
  readonly pages: readonly TilePage[];
  /** Whether there are more items than the layout names. */
  readonly isCapped: boolean;
  /** Tiles carried over from the layout before, shown until their page is loaded. */
  readonly carried: ReadonlyMap<number, MediaTile>;
}

interface LayoutAnswer {
  readonly ratios: readonly number[];
  readonly days: readonly { readonly day: string; readonly count: number }[];
  readonly cursors: readonly string[];
  readonly capped: boolean;
}

/** Items of one page: the API answers a cursor for every 200th. */
export const PAGE_SIZE = 200;
const MAX_RATIO = 65_535;

/** Reads the answer of `GET /api/media/layout`. */
export function toLayout(answer: LayoutAnswer): MediaLayout {
  const { length } = answer.ratios;
  return {
    ratios: Uint16Array.from(answer.ratios, (ratio) => Math.min(MAX_RATIO, ratio)),
    days: answer.days,
    pages: answer.cursors.map((cursor, index) => ({
      cursor,
      start: index * PAGE_SIZE,
      count: Math.max(0, Math.min(PAGE_SIZE, length - index * PAGE_SIZE)),
    })),
    isCapped: answer.capped,
    carried: new Map(),
  };
}

/** What two versions of a list have in common: as many items as possible at the end, then at the beginning. */
export interface Overlap {
  readonly prefix: number;
  readonly suffix: number;
}

/** Compares two versions of a list by their ratios. New media come first, so the end is compared first. */
export function overlapOf(before: Uint16Array, after: Uint16Array): Overlap {
  const shorter = Math.min(before.length, after.length);
  let suffix = 0;
  while (suffix < shorter && before.at(-1 - suffix) === after.at(-1 - suffix)) suffix += 1;
  let prefix = 0;
  while (prefix < shorter - suffix && before[prefix] === after[prefix]) prefix += 1;
  return { prefix, suffix };
}

/** Where an item of the former list stands in the present one; the nearest place if it is gone. */
export function movedIndex(index: number, before: Uint16Array, after: Uint16Array): number {
  const { prefix, suffix } = overlapOf(before, after);
  if (index < prefix) return index;
  if (index >= before.length - suffix) return index + after.length - before.length;
  return Math.max(0, Math.min(index, after.length - suffix, after.length - 1));
}

/** The tiles of the former list at their places in the present one. */
export function carryTiles(
  tiles: ReadonlyMap<number, MediaTile>,
  before: Uint16Array,
  after: Uint16Array,
): Map<number, MediaTile> {
  const { prefix, suffix } = overlapOf(before, after);
  const carried = new Map<number, MediaTile>();
  for (const [index, tile] of tiles) {
    if (index < prefix) carried.set(index, tile);
    else if (index >= before.length - suffix)
      carried.set(index + after.length - before.length, tile);
  }
  return carried;
}

/** The layout without some items. Their indexes are in rising order. */
export function withoutItems(layout: MediaLayout, indexes: readonly number[]): MediaLayout {
  const gone = new Set(indexes);
  const before = (end: number) => countBelow(indexes, end);
  let dayStart = 0;
  const days = layout.days.map(({ day, count }) => {
    const removed = before(dayStart + count) - before(dayStart);
    dayStart += count;
    return { day, count: count - removed };
  });
  const carried = new Map<number, MediaTile>();
  for (const [index, tile] of layout.carried)
    if (!gone.has(index)) carried.set(index - before(index), tile);
  return {
    ...layout,
    ratios: layout.ratios.filter((_, index) => !gone.has(index)),
    days: days.filter(({ count }) => count > 0),
    pages: layout.pages.map(({ cursor, start, count }) => ({
      cursor,
      start: start - before(start),
      count: count - (before(start + count) - before(start)),
    })),
    carried,
  };
}

/** The number of the page that holds an item. */
export function pageAt(pages: readonly TilePage[], index: number): number {
  let low = 0;
  let high = pages.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pages[middle]?.start ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return low;
}

function countBelow(rising: readonly number[], end: number): number {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] ?? 0) < end) low = middle + 1;
    else high = middle;
  }
  return low;
}
