/** A JSON object, not a list and not null. */
export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an object; an empty one for anything else. */
export function recordOr(value: unknown): JsonRecord {
  return isRecord(value) ? value : {};
}

/** The value as a list; an empty one for anything else. */
export function listOr(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** The record's own value under an untrusted key: inherited names such as `constructor` don't count. */
export function ownValue<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** The records of the list `name` of an answer; none if it has no such list. */
export const recordsOf = (body: JsonRecord, name = 'items'): readonly JsonRecord[] =>
  Array.isArray(body[name]) ? (body[name] as unknown[]).filter(isRecord) : [];

const NO_NUMBER = /-?\b(?:NaN|Infinity)\b/g;

/** Applies `change` to the parts of a JSON document outside its strings, in linear time. */
export function mapOutsideStrings(json: string, change: (between: string) => string): string {
  const parts: string[] = [];
  for (let at = 0; at < json.length;) {
    const quote = json.indexOf('"', at);
    const begin = quote < 0 ? json.length : quote;
    const end = endOfString(json, begin);
    parts.push(change(json.slice(at, begin)), json.slice(begin, end));
    at = end;
  }
  return parts.join('');
}

/** How deep the lists and objects of a JSON document are nested. */
export function depthOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  mapOutsideStrings(json, (between) => {
    for (const character of between) {
      if (character === '[' || character === '{') depth += 1;
      if (character === ']' || character === '}') depth -= 1;
      deepest = Math.max(deepest, depth);
    }
    return between;
  });
  return deepest;
}

/** The value of a JSON document; `undefined` for anything else, and for deeper ones, since parsing them might exhaust memory. */
export function parseShallow(json: string, maxDepth: number): unknown {
  if (depthOf(json) > maxDepth) return undefined;
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

/** Replaces `NaN` and `Infinity`, which Python writes but JSON doesn't allow, by null. For text outside of strings. */
export function withoutNaN(between: string): string {
  return between.replace(NO_NUMBER, 'null');
}

/** The position after the string that begins at `begin`; the end of the document if it isn't closed. */
export function endOfString(json: string, begin: number): number {
  for (let at = begin + 1; at < json.length; at += 1) {
    const character = json[at];
    if (character === '"') return at + 1;
    if (character === '\\') at += 1;
  }
  return json.length;
}
