import { readCharactersSearch, withFirst } from './model';

describe('readCharactersSearch', () => {
  it.each([
    [
      { q: 'mara', category: 'prop' },
      { q: 'mara', category: 'prop' },
    ],
    [{ q: 7, category: 'animal' }, { q: '7' }],
    [{ q: '' }, {}],
  ])('reads %j as %j', (raw, search) => {
    expect(readCharactersSearch(raw)).toEqual(search);
  });
});

describe('withFirst', () => {
  it('moves an item to the front', () => {
    expect(withFirst(['a', 'b', 'c'], 'c')).toEqual(['c', 'a', 'b']);
  });
});
