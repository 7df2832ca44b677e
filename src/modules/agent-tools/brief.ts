import { cutText } from '../../platform/cut-text';
import { isRecord, type JsonRecord } from '../../platform/json';

/** How much text a reply has, in bytes of JSON. */
export const BRIEF_BYTES = 7_500;
/** The same with `detail: "full"`. */
export const FULL_BYTES = 256 * 1024;
/** Characters of a text in a short reply. */
const MAX_TEXT = 400;

export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** These fields of a record, without those that are empty. */
export function nonEmpty(record: unknown, ...fields: readonly string[]): JsonRecord {
  if (!isRecord(record)) return {};
  return Object.fromEntries(
    fields.flatMap((field) => (isEmpty(record[field]) ? [] : [[field, record[field]]])),
  );
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return Array.isArray(value) ? value.length === 0 : isRecord(value) && !Object.keys(value).length;
}

/**
 * The reply within the size that it may have: long texts are cut, then the longest lists. `shortened` says so.
 * @param detail `full` for the whole reply, up to a larger size
 * @param reserved bytes of the reply that are for something else
 */
export function fitted(body: JsonRecord, detail: unknown, reserved = 0): JsonRecord {
  const limit = (detail === 'full' ? FULL_BYTES : BRIEF_BYTES) - reserved;
  if (jsonBytes(body) <= limit) return body;
  let shorter = cutTexts(body, MAX_TEXT) as JsonRecord;
  for (let length = 64; length >= 1 && jsonBytes(shorter) > limit; length = Math.floor(length / 2))
    shorter = cutLists(shorter, length) as JsonRecord;
  const shortened =
    detail === 'full' ? true : 'Long texts and lists are cut. detail: "full" answers them.';
  const result = { ...shorter, shortened };
  return jsonBytes(result) <= limit ? result : { shortened, text: cutJson(shorter, limit) };
}

const cutJson = (value: unknown, limit: number): string =>
  cutText(JSON.stringify(value), Math.floor(limit / 4));

function cutTexts(value: unknown, length: number): unknown {
  if (typeof value === 'string') return cutText(value, length);
  return mapped(value, (member) => cutTexts(member, length));
}

/** Objects with many members are lists, too: the params of a workflow. */
function cutLists(value: unknown, length: number): unknown {
  if (Array.isArray(value)) return value.slice(0, length).map((member) => cutLists(member, length));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).slice(0, Math.max(length, 16));
  return Object.fromEntries(entries.map(([key, member]) => [key, cutLists(member, length)]));
}

function mapped(value: unknown, change: (member: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(change);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, change(member)]));
}
