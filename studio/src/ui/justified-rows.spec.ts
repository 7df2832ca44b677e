import { boxesOf, justify, movedCursor, rowAtTop, rowOfItem, sectionOfRow } from './justified-rows';

const input = (ratios: number[], sections = [ratios.length], width = 1000) => ({
  ratios: Uint16Array.from(ratios),
  sections,
  width,
  rowHeight: 200,
  gap: 4,
  headerHeight: 36,
});
const rowLengths = (values: Uint32Array) =>
  Array.from(values.slice(1), (end, index) => end - (values[index] ?? 0));

describe('rows of pictures', () => {
  it.each([
    ['nothing', [], [0], []],
    ['one picture', [150], [1], [1]],
    ['five that fit nearly', [100, 100, 100, 100, 100], [5], [5]],
    ['a picture more when that is nearer to the wanted height', [150, 150, 150, 150], [4], [3, 1]],
    ['a panorama cut to four times its height', [2000, 100, 100], [3], [2, 1]],
    ['each day apart', [100, 100, 100], [1, 2], [1, 2]],
  ])('put %s into rows', (_, ratios, sections, expected) => {
    expect(rowLengths(justify(input(ratios, sections)).firsts)).toEqual(expected);
  });

  it('fill the width exactly, except the last of a day', () => {
    const given = input(Array.from({ length: 200 }, (_, index) => 60 + ((index * 37) % 140)));
    const rows = justify(given);
    for (let row = 0; row < rows.tops.length - 1; row += 1) {
      const last = boxesOf(rows, given.ratios, row, 1000).at(-1);
      expect((last?.left ?? 0) + (last?.width ?? 0)).toBe(1000);
      expect(rows.heights[row]).toBeGreaterThan(130);
      expect(rows.heights[row]).toBeLessThan(281);
    }
    expect(rows.heights.at(-1)).toBeLessThanOrEqual(200);
  });

  it('stand below each other with the gap, below the label of their day', () => {
    const rows = justify(input([100, 100], [1, 1]));
    expect([...rows.tops]).toEqual([36, 36 + 200 + 4 + 36]);
    expect([...rows.sectionTops]).toEqual([0, 240]);
    expect(rows.height).toBe(480);
  });

  it('are never wider than a narrow window', () => {
    const given = input([400], [1], 280);
    const [box] = boxesOf(justify(given), given.ratios, 0, 280);
    expect(box).toEqual({ left: 0, width: 280 });
  });

  it('are found by item, place and section', () => {
    const rows = justify(input([100, 100, 100, 100, 100, 100, 100], [6, 1]));
    expect(rowLengths(rows.firsts)).toEqual([5, 1, 1]);
    expect([0, 4, 5, 6].map((index) => rowOfItem(rows, index))).toEqual([0, 0, 1, 2]);
    expect([0, 230, 240, 9999].map((top) => rowAtTop(rows, top))).toEqual([0, 0, 1, 2]);
    expect([0, 1, 2].map((row) => sectionOfRow(rows, row))).toEqual([0, 0, 1]);
  });

  it('of 100,000 pictures hold each of them once', () => {
    const ratios = Array.from({ length: 100_000 }, (_, index) => 50 + ((index * 7919) % 180));
    const rows = justify(
      input(
        ratios,
        Array.from({ length: 500 }, () => 200),
      ),
    );
    expect(rowLengths(rows.firsts).reduce((sum, length) => sum + length, 0)).toBe(100_000);
    expect(Math.min(...rowLengths(rows.firsts))).toBeGreaterThan(0);
  });
});

describe('the cursor of a grid', () => {
  const given = input(Array.from({ length: 12 }, () => 100));
  const grid = { rows: justify(given), ratios: given.ratios, width: 1000, viewport: 300 };
  it.each([
    [0, 'ArrowLeft', 0],
    [0, 'ArrowRight', 1],
    [11, 'ArrowRight', 11],
    [2, 'ArrowDown', 7],
    [9, 'ArrowDown', 11],
    [11, 'ArrowUp', 6],
    [3, 'ArrowUp', 3],
    [7, 'Home', 0],
    [7, 'End', 11],
    [0, 'PageDown', 5],
    [10, 'PageUp', 0],
  ] as const)('goes from %i by %s to %i', (from, key, to) => {
    expect(movedCursor(grid, from, key)).toBe(to);
  });
});
