import { gridTop, MAX_SCROLL_PX, scrolledTo, scrollHeight, scrollTopOf } from './scroll-map';

const LOW = { total: 4_000_000, viewport: 800 };
const HIGH = { total: 60_000_000, viewport: 800 };

describe('the scroll bar of a high grid', () => {
  it('is as long as the grid up to what browsers can show', () => {
    expect(scrollHeight(LOW)).toBe(4_000_000);
    expect(scrollHeight(HIGH)).toBe(MAX_SCROLL_PX);
  });

  it.each([0, 1_000, 30_000_000, 60_000_000 - 800])('leads to %i and back', (top) => {
    expect(gridTop(HIGH, scrollTopOf(HIGH, top))).toBeCloseTo(top, 3);
  });

  it.each([
    ['a turn of the wheel', HIGH, { top: 5_000, scrollTop: 1_250 }, 1_350, 5_100],
    ['a turn in a low grid', LOW, { top: 5_000, scrollTop: 5_000 }, 5_100, 5_100],
    ['the very top', HIGH, { top: 40, scrollTop: 10 }, 0, 0],
    ['the very end', HIGH, { top: 100, scrollTop: 10 }, MAX_SCROLL_PX - 800, 60_000_000 - 800],
    ['a drag', HIGH, { top: 0, scrollTop: 0 }, 5_000_000, 5_000_000 * (59_999_200 / 14_999_200)],
  ])('follows %s', (_, sizes, before, scrollTop, expected) => {
    expect(scrolledTo(sizes, before, scrollTop)).toBeCloseTo(expected, 3);
  });
});
