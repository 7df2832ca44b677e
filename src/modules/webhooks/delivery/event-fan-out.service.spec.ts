import { withinBytes } from './event-fan-out.service';

const deliveries = (...rows: readonly (readonly [position: number, bytes: number])[]) =>
  rows.map(([position, bytes]) => ({ position, bytes }));

describe('deliveries that are written together', () => {
  it.each([
    ['all, when they are small', deliveries([1, 5], [1, 5], [2, 5]), 15, 3],
    ['those of whole events', deliveries([1, 5], [2, 5], [2, 5], [3, 5]), 14, 1],
    ['those of the first event, however large', deliveries([1, 50], [1, 50], [2, 1]), 10, 2],
    ['none of none', [], 10, 0],
  ])('are %s', (_, all, maxBytes, count) => {
    expect(withinBytes(all, maxBytes)).toEqual(all.slice(0, count));
  });
});
