import { patchLists } from './patch-lists';

interface Item {
  readonly id: string;
  readonly value?: number;
}

const change = (item: Item): Item | undefined => {
  if (item.id === 'gone') return undefined;
  return item.id === 'b' ? { ...item, value: 2 } : item;
};

describe('patchLists', () => {
  it.each([
    [
      'a list',
      { items: [{ id: 'a' }, { id: 'b' }, { id: 'gone' }], next_cursor: 'x' },
      { items: [{ id: 'a' }, { id: 'b', value: 2 }], next_cursor: 'x' },
    ],
    ['items alone', [{ id: 'b' }], [{ id: 'b', value: 2 }]],
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
    ['a list without them', { items: [{ id: 'a' }] }],
    ['pages without them', { pages: [{ items: [{ id: 'a' }] }] }],
    ['data of another shape', { rows: [{ id: 'b' }] }],
    ['no data', undefined],
  ])('answers the very same object for %s', (_title, data) => {
    expect(patchLists(data, change)).toBe(data);
  });
});
