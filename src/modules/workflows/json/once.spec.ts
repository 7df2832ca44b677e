import { memoized, memoizedByList } from './memoize';

describe('what is computed once', () => {
  it('for an object, also where the answer is nothing', () => {
    let count = 0;
    const nothing = memoized((): null => {
      count += 1;
      return null;
    });
    const [a, b] = [{}, {}];
    for (const key of [a, b, a, b]) expect(nothing(key)).toBeNull();
    expect(count).toBe(2);
  });

  it('for each row of objects, in its order', () => {
    let count = 0;
    const rank = memoizedByList(() => (count += 1));
    const [a, b] = [{}, {}];
    for (let time = 0; time < 2; time += 1)
      expect([[], [a], [b], [a, b], [b, a], [a, a]].map(rank)).toEqual([1, 2, 3, 4, 5, 6]);
  });
});
