/**
 * Makes two answers comparable: values that differ between runs (times, folders, random names, counters in file names)
 * are replaced by placeholders; everything else must be equal.
 */
export function comparable(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return comparableList(value, key);
  if (typeof value === 'object' && value !== null) return comparableObject(value);
  if (typeof value === 'string') return comparableText(value);
  return typeof value === 'number' ? comparableNumber(value, key) : value;
}

function comparableNumber(value: number, key: string): unknown {
  if (TIMES.has(key)) return '<time>';
  return COUNTERS.has(key) && Number.isInteger(value) ? counted(value) : value;
}

/** Counters since the start of the node; a negative one is a prompt queued in front. */
function counted(value: number): string {
  return value < 0 ? '<front>' : '<count>';
}

const TIMES = new Set([
  ...['timestamp', 'create_time', 'execution_start_time', 'execution_end_time'],
  ...['modified', 'created'],
]);
const COUNTERS = new Set(['number', 'priority']);
/** Python keeps these in sets, whose order is different in every process. */
const SETS = new Set(['executed', 'current_outputs', 'dependent_outputs']);
/** Tooltips were removed from the recorded catalogue, but not from the recorded errors. */
const LEFT_OUT = new Set(['tooltip']);

function comparableList(list: readonly unknown[], key: string): unknown {
  if (key === 'traceback') return list.every((line) => typeof line === 'string') && '<traceback>';
  const [number, ...rest] = list;
  // A queued prompt is a list of five, which starts with its number.
  if (typeof number === 'number' && rest.length === 4 && Array.isArray(rest[3])) {
    return [comparableNumber(number, 'number'), ...rest.map((item) => comparable(item))];
  }
  const items = list.map((item) => comparable(item));
  return SETS.has(key) ? items.map(String).sort() : items;
}

function comparableObject(object: object): unknown {
  const entries = Object.entries(object).filter(([key]) => !LEFT_OUT.has(key));
  return Object.fromEntries(
    entries.map(([key, value]) => [comparableText(key), comparable(value, key)]),
  );
}

function comparableText(text: string): string {
  return text
    .replace(/(ComfyUI_temp)_[a-z]{5}_/g, '$1_<random>_')
    .replace(/_\d{5}_?\./g, '_<count>.')
    .replace(/(\/[\w.-]+)+\/(input|output|models)\b/g, '<folder>/$2')
    .replace(/(full_output_folder|output_dir): \S+/g, '$1: <folder>');
}

/** The types of all values, for answers with machine-specific values. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shapeOf(item)]));
}

/** Headers that clients rely on; values that differ per file are reduced to their form. */
export function comparableHeaders(get: (name: string) => string | null): unknown {
  const present = (name: string): boolean => get(name) !== null;
  return {
    type: get('content-type'),
    disposition: get('content-disposition'),
    policy: get('content-security-policy'),
    nosniff: get('x-content-type-options'),
    ranges: get('accept-ranges'),
    range: get('content-range')?.replace(/\d+$/, '<size>') ?? null,
    etag: get('etag')?.replace(/[\da-f]+-[\da-f]+/, '<tag>') ?? null,
    modified: present('last-modified'),
    length: present('content-length'),
    closes: get('connection')?.toLowerCase() === 'close',
  };
}
