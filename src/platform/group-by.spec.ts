import { groupBy } from './group-by';

describe('groupBy', () => {
  it('keeps the order of keys and of items', () => {
    const words = ['beta', 'alpha', 'bravo', 'delta', 'axis'];
    expect([...groupBy(words, (word) => word[0])]).toEqual([
      ['b', ['beta', 'bravo']],
      ['a', ['alpha', 'axis']],
      ['d', ['delta']],
    ]);
  });

  it('takes any key, such as null', () => {
    const rows = new Set([{ owner: null }, { owner: 'ada' }, { owner: null }]);
    expect(groupBy(rows, ({ owner }) => owner).get(null)).toHaveLength(2);
  });

  it('has no groups without items', () => {
    expect(groupBy([], String).size).toBe(0);
  });
});
