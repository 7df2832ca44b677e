import { ValidationFailed } from '../errors/validation-failed';
import {
  decodeCursor,
  encodeCursor,
  pageOfList,
  type PageRequest,
  parseTime,
  readPage,
  toPage,
} from './paging';

const request = (limit: number): PageRequest => ({ limit, after: null, withTotal: false });
const read = {
  position: (row: number) => ({ sort: row, id: `id-${row}` }),
  item: (row: number) => ({ row }),
};

describe('paging', () => {
  it.each([
    { sort: '2026-11-21T06:00:00.000Z', id: 'a' },
    { sort: 7, id: '' },
    { sort: 'ä"\\', id: '😀' },
  ])('decodes a cursor to its position: %j', (position) => {
    expect(decodeCursor(encodeCursor(position))).toEqual(position);
    expect(encodeCursor(position)).toMatch(/^[A-Za-z0-9_-]+$/);
  });

  const encoded = (text: string): string => Buffer.from(text).toString('base64url');
  it.each([
    '',
    'x',
    '====',
    encoded('[]'),
    encoded('["a"]'),
    encoded('["a","b","c"]'),
    encoded('[null,"b"]'),
    encoded('[1e999,"b"]'),
    encoded('["a",1]'),
    encoded('[ "a", "b" ]'),
    encoded('["\\u0000","b"]'),
    `${encoded('["a","b"]')}=`,
    ` ${encoded('["a","b"]')}`,
  ])('refuses another text as a cursor: %j', (cursor) => {
    expect(() => decodeCursor(cursor)).toThrow(ValidationFailed);
  });

  it.each(['2026-01-31T12:00:00Z', '2024-02-29T23:59+02:00'])('reads %s as a time', (text) => {
    expect(parseTime(text, ['query', 'since'])).toBe(Date.parse(text));
  });

  it.each(['2026-02-30T12:00:00Z', '2025-02-29T12:00Z', '2026-13-01T12:00Z', '2026-01-31'])(
    'refuses %s as a time',
    (text) => {
      expect(() => parseTime(text, ['query', 'since'])).toThrow(ValidationFailed);
    },
  );

  it('says how to write the zone of a time that arrives with a space for its +', () => {
    const read = (loc: string, text = '2026-01-31T12:00:00 01:00'): unknown => {
      try {
        return parseTime(text, [loc, 'created_after']);
      } catch (error) {
        return (error as ValidationFailed).errors[0]?.msg;
      }
    };
    expect(read('query')).toMatch(/%2B\.$/);
    expect(read('body')).not.toContain('%2B');
    expect(read('query', 'yesterday noon')).not.toContain('%2B');
  });

  it('uses the defaults for omitted fields', () => {
    expect(readPage({})).toEqual({ limit: 50, after: null, withTotal: false, filters: '' });
  });

  it('takes an empty cursor for the first page', () => {
    expect(readPage({ cursor: '' })).toEqual(readPage({}));
  });

  it.each([
    [[], null],
    [[3, 2], null],
    [[3, 2, 1], { sort: 2, id: 'id-2' }],
  ])('ends the page of rows %j at %j', (rows, end) => {
    expect(toPage(rows, request(2), read)).toEqual({
      items: rows.slice(0, 2).map((row) => ({ row })),
      next_cursor: end && encodeCursor(end),
    });
  });

  it('refuses a cursor of a page with other filters', () => {
    const page = (query: object): PageRequest => readPage({ limit: 1, ...query });
    const cursor = toPage([2, 1], page({ kind: 'a', tag: ['x', 'y'] }), read).next_cursor ?? '';
    const next = { tag: ['x', 'y'], kind: 'a', owner: undefined, cursor };
    expect(page({ ...next, limit: 9, with_total: true }).after).toEqual({ sort: 2, id: 'id-2' });
    for (const other of [{ cursor }, { ...next, kind: 'b' }, { ...next, q: 'x' }])
      expect(() => page(other)).toThrow(ValidationFailed);
    const unfiltered = toPage([2, 1], page({}), read).next_cursor;
    expect(() => page({ kind: 'a', cursor: unfiltered })).toThrow(ValidationFailed);
  });

  it('includes the total if it was counted', () => {
    expect(toPage([1], request(2), { ...read, total: 9 }).total).toBe(9);
  });

  it('pages through a list in memory, also when the last item of a page was removed', () => {
    const byName = { key: (name: string) => name, item: (name: string) => name };
    const first = pageOfList(
      ['a', 'b', 'c', 'd'],
      readPage({ limit: 2, with_total: true }),
      byName,
    );
    expect(first).toMatchObject({ items: ['a', 'b'], total: 4 });
    const cursor = String(first.next_cursor);
    expect(pageOfList(['a', 'c', 'd'], readPage({ limit: 2, cursor }), byName)).toEqual({
      items: ['c', 'd'],
      next_cursor: null,
    });
  });
});
