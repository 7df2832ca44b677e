import { patchLists } from './patch-lists';

interface Item {
  readonly id: string;
  readonly value?: number;
}

const change = (item: Item): Item | undefined => {
  if (item.id === 'removed') return undefined;
  return item.id === 'b' ? { ...item, value: 2 } : item;
};

describe('patchLists', () => {
  it.each([
    [
      'a list',
      { items: [{ id: 'a' }, { id: 'b' }, { id: 'removed' }], next_cursor: 'x' },
      { items: [{ id: 'a' }, { id: 'b', value: 2 }], next_cursor: 'x' },
    ],
    ['an array of items', [{ id: 'b' }], [{ id: 'b', value: 2 }]],
    [
      'pages of lists',
      { pages: [{ items: [{ id: 'a' }] }, { items: [{ id: 'b' }] }], pageParams: [null, 'x'] },
      {
        pages: [{ items: [{ id: 'a' }] }, { items: [{ id: 'b', value: 2 }] }],
        pageParams: [null, 'x'],
      },
    ],
  ])('changes the items of %s', (_title, data, expected) => {
    expect(patchLists(data, change)).toEqual(expected);
  });

  it.each([
    ['a list without the item', { items: [{ id: 'a' }] }],
    ['pages without the item', { pages: [{ items: [{ id: 'a' }] }] }],
    ['data of another shape', { rows: [{ id: 'b' }] }],
    ['no data', undefined],
  ])('returns the same object for %s', (_title, data) => {
    expect(patchLists(data, change)).toBe(data);
  });
});
