import { createHash } from 'node:crypto';
import { ValidationFailed } from '../errors/validation-failed';
import { QueryFlag, QueryInt, QueryStr } from '../validation/query-fields';
import { canonicalJson } from './canonical-json';

export const PageLimit = () =>
  QueryInt({
    min: 1,
    max: 200,
    default: 50,
    description: 'Maximum number of items in the answer.',
  });

export const PageCursor = () =>
  QueryStr({
    max: 1000,
    description:
      '`next_cursor` of the page before, sent with the same filters; omit it or leave it empty for the first page.',
  });

export const PageTotal = () =>
  QueryFlag({ default: false, description: 'Also answers the total number of matches.' });

/** Query of every collection. Modules extend it with their filters. */
export class PageQuery {
  @PageLimit() limit?: number;
  @PageCursor() cursor?: string;
  @PageTotal() with_total?: boolean;
}

/** A page of a collection as it goes out. */
export interface Page<T> {
  readonly items: T[];
  /** Send it as `cursor` for the next page; null on the last one. */
  readonly next_cursor: string | null;
  /** Only with `with_total=true`. */
  readonly total?: number;
}

/** The end of a page: the sort value of its last row, and the row's id as a tie-breaker. */
export interface PagePosition {
  readonly sort: string | number;
  readonly id: string;
}

/** What a repository needs to read a page: ask for `limit + 1` rows behind `after`. */
export interface PageRequest {
  readonly limit: number;
  readonly after: PagePosition | null;
  readonly withTotal: boolean;
  /** See {@link filterMark}; none for a list without filters. */
  readonly filters?: string;
}

export const DEFAULT_PAGE_LIMIT = 50;
/** Not for safety: a caller who guesses one only spoils its own list. */
const FILTER_MARK_LENGTH = 8;

/**
 * Opaque to clients; base64url of [sort value, id], and the filters if there are any: with others, the pages that follow
 * would leave items out.
 */
export function encodeCursor({ sort, id }: PagePosition, filters = ''): string {
  const parts = filters === '' ? [sort, id] : [sort, id, filters];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Throws `ValidationFailed` at ["query","cursor"] for anything that {@link encodeCursor} didn't make with these filters. */
export function decodeCursor(cursor: string, filters = ''): PagePosition {
  const position = parsePosition(cursor);
  if (!position || encodeCursor(position, filters) !== cursor) throw invalidCursor();
  return position;
}

/**
 * Says whether two queries have the same filters: all that isn't about the page or `with_` more in it. Empty without any.
 * @param parent what the list is below, if anything: counts as a filter
 */
export function filterMark(query: object, parent?: string): string {
  const filters = Object.entries({ ...query, parent }).filter(
    ([name, value]) => value !== undefined && !/^(?:limit|cursor|with_.*)$/.test(name),
  );
  if (filters.length === 0) return '';
  const text = canonicalJson(Object.fromEntries(filters));
  return createHash('sha256').update(text).digest('base64url').slice(0, FILTER_MARK_LENGTH);
}

/** Refuses a cursor that no page of the collection has answered. */
export function invalidCursor(): ValidationFailed {
  return ValidationFailed.at(
    ['query', 'cursor'],
    'Send the next_cursor of an earlier page as it was answered, with the filters of that page, or omit it.',
  );
}

/** Where a page of a list ended that is sorted by a whole number. @throws ValidationFailed for a cursor of another list */
export function integerSort({ sort }: PagePosition): number {
  if (typeof sort !== 'number' || !Number.isSafeInteger(sort)) throw invalidCursor();
  return sort;
}

function parsePosition(cursor: string): PagePosition | null {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (!Array.isArray(parsed) || parsed.length < 2) return null;
    const [sort, id] = parsed as unknown[];
    if (typeof id !== 'string' || id.includes('\0')) return null;
    if (typeof sort === 'string') return sort.includes('\0') ? null : { sort, id };
    return typeof sort === 'number' ? { sort, id } : null;
  } catch {
    return null;
  }
}

/**
 * The page that a query asks for.
 * @param query whatever else is in it are filters, see {@link filterMark}
 * @param parent the id of what the list is below
 */
export function readPage(query: PageQuery, parent?: string): PageRequest {
  const filters = filterMark(query, parent);
  return {
    limit: query.limit ?? DEFAULT_PAGE_LIMIT,
    after: query.cursor ? decodeCursor(query.cursor, filters) : null,
    withTotal: query.with_total ?? false,
    filters,
  };
}

/**
 * Makes the page from at most `limit + 1` rows: the extra row only shows that there is a next page.
 * `total` is included if it was requested and counted.
 */
export function toPage<Row, Item>(
  rows: readonly Row[],
  request: PageRequest,
  read: {
    position: (row: Row) => PagePosition;
    item: (row: Row) => Item;
    total?: number | undefined;
  },
): Page<Item> {
  const shown = rows.slice(0, request.limit);
  const last = rows.length > request.limit ? shown.at(-1) : undefined;
  return {
    items: shown.map(read.item),
    next_cursor: last === undefined ? null : encodeCursor(read.position(last), request.filters),
    ...(read.total === undefined ? {} : { total: read.total }),
  };
}

/**
 * Makes the page from a whole list in memory.
 * @param rows sorted by `read.key`, which is unique
 */
export function pageOfList<Row, Item>(
  rows: readonly Row[],
  request: PageRequest,
  read: { key: (row: Row) => string; item: (row: Row) => Item },
): Page<Item> {
  const { after } = request;
  const rest = after === null ? rows : rows.filter((row) => read.key(row) > after.id);
  return toPage(rest, request, {
    position: (row) => ({ sort: read.key(row), id: read.key(row) }),
    item: read.item,
    total: request.withTotal ? rows.length : undefined,
  });
}

/** What is left of a `+` that was not encoded. */
const SPACE_BEFORE_ZONE = / \d{2}:\d{2}$/;
const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/**
 * A time of a request, in milliseconds since 1970.
 * @param loc where it was sent
 * @throws ValidationFailed
 */
export function parseTime(text: string, loc: readonly string[]): number {
  const ms = ISO_INSTANT.test(text) && isDay(text.slice(0, 10)) ? Date.parse(text) : NaN;
  if (Number.isNaN(ms)) {
    const message = 'Send an ISO 8601 time with its zone, such as 2026-01-31T12:00:00Z.';
    const advice =
      SPACE_BEFORE_ZONE.test(text) && loc[0] === 'query' ? ' Write the + of a zone as %2B.' : '';
    throw ValidationFailed.at(loc, message + advice);
  }
  return ms;
}

/** `Date` takes February 30 for March 2. */
const isDay = (day: string): boolean => {
  const ms = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
};

/** The time of a query's `since` in the format of the database: UTC with milliseconds. @throws ValidationFailed */
export const parseSinceParameter = (text: string): string =>
  new Date(parseTime(text, ['query', 'since'])).toISOString();
