import { carryTiles, movedIndex, pageAt, toLayout, withoutItems } from './media-layout';
import type { MediaTile } from './types';

const ratios = (...values: number[]) => Uint16Array.from(values);
const tile = (path: string) => ({ path }) as MediaTile;

const answer = (count: number) => ({
  ratios: Array.from({ length: count }, (_, index) => 50 + (index % 100)),
  days: [
    { day: '2026-02-02', count: 150 },
    { day: '2026-02-01', count: count - 150 },
  ],
  cursors: ['', 'c200', 'c400'],
  capped: false,
});

describe('the layout of a media list', () => {
  it('names the first item and the length of each page', () => {
    expect(toLayout(answer(450)).pages).toEqual([
      { cursor: '', start: 0, count: 200 },
      { cursor: 'c200', start: 200, count: 200 },
      { cursor: 'c400', start: 400, count: 50 },
    ]);
  });

  it.each([
    [0, 0],
    [199, 0],
    [200, 1],
    [449, 2],
  ])('finds item %i on page %i', (index, page) => {
    expect(pageAt(toLayout(answer(450)).pages, index)).toBe(page);
  });

  it('moves pages and days up when items are removed', () => {
    const layout = withoutItems(toLayout(answer(450)), [3, 149, 200, 449]);
    expect(layout.ratios).toHaveLength(446);
    expect(layout.days).toEqual([
      { day: '2026-02-02', count: 148 },
      { day: '2026-02-01', count: 298 },
    ]);
    expect(layout.pages).toEqual([
      { cursor: '', start: 0, count: 198 },
      { cursor: 'c200', start: 198, count: 199 },
      { cursor: 'c400', start: 397, count: 49 },
    ]);
  });

  it('drops a day that lost its last item', () => {
    const layout = toLayout({
      ratios: [100, 150],
      days: [
        { day: '2026-02-02', count: 1 },
        { day: '2026-02-01', count: 1 },
      ],
      cursors: [''],
      capped: false,
    });
    expect(withoutItems(layout, [0]).days).toEqual([{ day: '2026-02-01', count: 1 }]);
  });

  it.each([
    ['a new item at the top', ratios(1, 2, 3), ratios(9, 1, 2, 3), 1, 2],
    ['an equal item at the top', ratios(7, 7, 7), ratios(7, 7, 7, 7), 0, 1],
    ['an item gone before it', ratios(1, 2, 3, 4), ratios(1, 3, 4), 2, 1],
    ['an item gone behind it', ratios(1, 2, 3, 4), ratios(1, 2, 4), 1, 1],
    ['the last item itself gone', ratios(1, 2, 3), ratios(1, 2), 2, 1],
    ['nothing left', ratios(1), ratios(), 0, 0],
  ])('finds an item again after %s', (_, before, after, index, expected) => {
    expect(movedIndex(index, before, after)).toBe(expected);
  });

  it('carries tiles over to their new places', () => {
    const tiles = new Map([
      [0, tile('a')],
      [1, tile('gone')],
      [2, tile('c')],
    ]);
    const carried = carryTiles(tiles, ratios(1, 2, 3), ratios(1, 3));
    expect([...carried].map(([index, { path }]) => [index, path])).toEqual([
      [0, 'a'],
      [1, 'c'],
    ]);
  });
});
