import { isRecord } from '../../platform/json';

/** A JSON value whose members are made one by one, when they are read. */
export type Members =
  | { readonly object: Iterable<readonly [key: string, value: unknown]> }
  | { readonly list: Iterable<unknown> }
  | { readonly scalar: unknown };

export function membersOf(value: unknown): Members {
  if (Array.isArray(value)) return { list: value as readonly unknown[] };
  return isRecord(value) ? { object: Object.entries(value) } : { scalar: value };
}

/** JSON in pieces, one per member. */
export function* jsonOf(members: Members): Generator<string> {
  if ('scalar' in members) yield JSON.stringify(members.scalar);
  else if ('list' in members) {
    yield* separated(
      mapped(members.list, (value) => JSON.stringify(value)),
      '[',
      ']',
    );
  } else {
    const texts = mapped(
      members.object,
      ([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`,
    );
    yield* separated(texts, '{', '}');
  }
}

/** The elements of a list or an object between its brackets. */
function* separated(texts: Iterable<string>, begin: string, end: string): Generator<string> {
  let before = begin;
  for (const text of texts) {
    yield `${before}${text}`;
    before = ',';
  }
  yield before === begin ? `${begin}${end}` : end;
}

/** Each value is changed when it is read. */
export function* mapped<T, R>(values: Iterable<T>, change: (value: T) => R): Generator<R> {
  for (const value of values) yield change(value);
}
