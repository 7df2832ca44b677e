import { cutText } from '../../platform/cut-text';
import { isRecord, type JsonRecord, recordsOf } from '../../platform/json';
import { BRIEF_BYTES, jsonBytes } from './brief';
import type { Argument } from './tool-schema';
import type { ToolAnswer } from './tool';
import type { Query, ToolApi } from './tool-api';

/** Records of a page, unless the call says how many. */
const DEFAULT_LIMIT = 20;

/** The arguments of every list. */
export const PAGE: Readonly<Record<string, Argument>> = {
  limit: { schema: { type: 'integer', minimum: 1, maximum: 200, default: DEFAULT_LIMIT } },
  cursor: { schema: { type: 'string', description: 'The next_cursor of the page before.' } },
};

interface List {
  readonly path: string;
  readonly query: Query;
  readonly detail: unknown;
  /** The short form of a record. */
  readonly short: (item: JsonRecord) => JsonRecord;
}

/** A page of a list; one with fewer records, if its short form would be too long for a reply. */
export async function pageOf(api: ToolApi, list: List): Promise<ToolAnswer> {
  let limit: unknown = list.query['limit'] ?? DEFAULT_LIMIT;
  for (;;) {
    const body = await api.get(list.path, { ...list.query, limit });
    const items = recordsOf(body);
    const brief = { ...body, items: items.map(list.short) };
    const bytes = jsonBytes(brief);
    if (list.detail === 'full' || bytes <= BRIEF_BYTES || items.length <= 1) return { body, brief };
    limit = Math.max(1, Math.floor((items.length * BRIEF_BYTES) / bytes) - 1);
  }
}

/** A text of a record, cut to `length` characters. */
export function excerpt(record: JsonRecord, field: string, length = 160): JsonRecord {
  const text = record[field];
  if (typeof text !== 'string' || text === '') return {};
  return { [field]: cutText(text, length) };
}

/** A member of a record that is a record itself. */
export function recordOf(record: JsonRecord, field: string): JsonRecord {
  const value = record[field];
  return isRecord(value) ? value : {};
}
