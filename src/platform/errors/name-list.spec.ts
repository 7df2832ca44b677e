import { firstNames, joinNames } from './name-list';

const names = (count: number): string[] => Array.from({ length: count }, (_, n) => `n${n + 1}`);

describe('a list in an error', () => {
  it.each([
    [[], ''],
    [names(2), 'n1, n2'],
    [names(20), names(20).join(', ')],
    [names(1_000), `${names(20).join(', ')} and 980 more`],
  ])('shows the first names: case %#', (list, words) => {
    expect(joinNames(list)).toBe(words);
    expect(firstNames(list)).toEqual(list.slice(0, 20));
  });
});
