import { eventIds } from '../../../test/support/events';

describe('EventIds', () => {
  const ids = eventIds();

  it('decodes every position, in any order, any number of times', () => {
    const numbers = [0, 1, 2, 255, 256, 2 ** 32, 2 ** 53 - 1];
    const encoded = numbers.map((position) => ids.encode(position));
    for (const count of [encoded.length, 1, encoded.length]) {
      const some = encoded.slice(0, count);
      expect(some.map((id) => ids.decode(id))).toEqual(numbers.slice(0, count));
    }
  });

  it('has the same format for every position', () => {
    for (const position of [0, 7, 2 ** 53 - 1])
      expect(ids.encode(position)).toMatch(/^[0-9a-f]{32}$/);
  });

  it('shows neither the distance nor the equality of two positions', () => {
    const same = Array.from({ length: 100 }, () => ids.encode(5));
    expect(new Set(same).size).toBe(100);
    const blocks = Array.from({ length: 1_000 }, (_, position) => ids.encode(position));
    // Ordered ids would all rise; random ones rise half of the time, give or take ten standard deviations.
    const rising = blocks.filter((one, at) => at > 0 && one > blocks[at - 1]!).length;
    expect(rising).toBeGreaterThan(300);
    expect(rising).toBeLessThan(700);
  });

  it('returns null for any other format', () => {
    const own = ids.encode(1);
    const others = [`${own}0`, own.toUpperCase(), own.slice(1), '', `${own}\n`, '-1', '__proto__'];
    expect(others.map((id) => ids.decode(id))).toEqual(others.map(() => null));
  });

  it('decodes a forged id and one with another key to a position far beyond all events', () => {
    const own = ids.encode(1);
    const forged = own.slice(0, -1) + (own.endsWith('0') ? '1' : '0');
    for (const id of [forged, '0'.repeat(32), eventIds().encode(1)])
      expect(ids.decode(id)).toBeGreaterThan(2 ** 24);
  });
});
