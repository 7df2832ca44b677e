import { SystemIds } from '../clock/clock';
import { EventIds } from './event-ids';

describe('EventPlaces', () => {
  const places = new EventIds(new SystemIds());
  const word = (id: string): string => id.split('-')[1]!;

  it('finds every place again, in any order, any number of times', () => {
    const numbers = [0, 1, 2, 255, 256, 2 ** 32, 2 ** 53 - 1];
    const ids = numbers.map((place) => places.idOf(place));
    for (const turn of [ids.length, 1, ids.length]) {
      const some = ids.slice(0, turn);
      expect(some.map((id) => places.placeOf(id))).toEqual(numbers.slice(0, turn));
    }
  });

  it('has one form, whatever the place', () => {
    for (const place of [0, 7, 2 ** 53 - 1])
      expect(places.idOf(place)).toMatch(/^[0-9a-z]{1,8}-[0-9a-f]{32}$/);
  });

  it('shows neither how far apart two places are, nor that they are the same', () => {
    const same = Array.from({ length: 100 }, () => places.idOf(5));
    expect(new Set(same).size).toBe(100);
    const words = Array.from({ length: 1_000 }, (_, place) => word(places.idOf(place)));
    // Of numbers in order, all pairs would rise; of words that show none, half of them, give or take ten deviations.
    const rising = words.filter((one, at) => at > 0 && one > words[at - 1]!).length;
    expect(rising).toBeGreaterThan(300);
    expect(rising).toBeLessThan(700);
  });

  it('knows no id of another run, and nothing that has not its form', () => {
    const own = places.idOf(1);
    const other = new EventIds(new SystemIds()).idOf(1);
    const foreign = [other, `${own}0`, own.toUpperCase(), own.slice(1), word(own), '', `${own}\n`];
    expect(foreign.map((id) => places.placeOf(id))).toEqual(foreign.map(() => null));
  });

  it('takes what was made up for a number far beyond all events', () => {
    const own = places.idOf(1);
    const forged = own.slice(0, -1) + (own.endsWith('0') ? '1' : '0');
    for (const id of [forged, own.replace(/-.*/, `-${'0'.repeat(32)}`)])
      expect(places.placeOf(id)).toBeGreaterThan(2 ** 24);
  });
});
