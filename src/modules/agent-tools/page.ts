import { cutText } from '../../platform/cut-text';
import { type JsonRecord, recordsOf } from '../../platform/json';
import { BRIEF_BYTES, FULL_BYTES, jsonBytes } from './brief';
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

interface Source {
  readonly path: string;
  readonly query: Query;
  /** What a reply has of a record. */
  readonly short: (item: JsonRecord) => JsonRecord;
}

interface List extends Source {
  readonly detail: unknown;
}

/** A page of a list; one with fewer records, if it would be too long for a reply. */
export async function pageOf(api: ToolApi, { detail, ...source }: List): Promise<ToolAnswer> {
  if (detail === 'full')
    return { body: await fittingPage(api, { ...source, short: (item) => item }, FULL_BYTES) };
  return { body: await fittingPage(api, source, BRIEF_BYTES) };
}

/** A page in the form of a reply, with as many records as fit into so many bytes. */
export async function fittingPage(
  api: ToolApi,
  { path, query, short }: Source,
  maxBytes: number,
): Promise<JsonRecord> {
  let limit: unknown = query['limit'] ?? DEFAULT_LIMIT;
  for (;;) {
    const page = await api.get(path, { ...query, limit });
    const items = recordsOf(page);
    const shown = { ...page, items: items.map(short) };
    const bytes = jsonBytes(shown);
    if (bytes <= maxBytes || items.length <= 1) return shown;
    limit = Math.max(1, Math.floor((items.length * maxBytes) / bytes) - 1);
  }
}

/** A text of a record, cut to `length` characters. */
export function excerpt(record: JsonRecord, field: string, length = 160): JsonRecord {
  const text = record[field];
  if (typeof text !== 'string' || text === '') return {};
  return { [field]: cutText(text, length) };
}
