import { allItems } from './pages';

describe('all items of a list', () => {
  it('reads on until no cursor is left', async () => {
    const pages = new Map([
      [undefined, { items: ['a', 'b'], next_cursor: 'second' }],
      ['second', { items: [], next_cursor: 'third' }],
      ['third', { items: ['c'], next_cursor: null }],
    ]);
    const read = await allItems(async ({ cursor }) => pages.get(cursor)!);
    expect(read).toEqual(['a', 'b', 'c']);
  });
});
