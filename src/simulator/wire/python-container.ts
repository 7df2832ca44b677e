import { PythonError } from './python-error';
import type { WireObject, WireValue } from './python-float';
import { typeName } from './python-text';

/** `key in value` in Python: keys of objects, members of lists, parts of texts; an error for everything else. */
export function contains(value: WireValue, key: string): boolean {
  if (value instanceof Map) return value.has(key);
  if (Array.isArray(value)) return value.includes(key);
  if (typeof value === 'string') return value.includes(key);
  const problem = `argument of type '${typeName(value)}' is not iterable`;
  throw new PythonError('TypeError', problem);
}

/** `value[key]` in Python, for a key that is there. */
export function item(value: WireValue, key: string): WireValue {
  const found = value instanceof Map ? value.get(key) : undefined;
  if (found !== undefined) return found;
  const problem = `${typeName(value)} indices must be integers or slices, not str`;
  throw new PythonError('TypeError', problem);
}

/** The value when it is an object; an error for everything else, as calling a method of `dict` gives. */
export function dict(value: WireValue): WireObject {
  if (value instanceof Map) return value;
  throw new PythonError('AttributeError', `'${typeName(value)}' object has no attribute 'get'`);
}

/** What a `for` loop in Python goes over: members, keys or letters. */
export function iterate(value: WireValue): readonly WireValue[] {
  if (Array.isArray(value)) return value;
  if (value instanceof Map) return [...value.keys()];
  if (typeof value === 'string') return Array.from(value);
  throw new PythonError('TypeError', `'${typeName(value)}' object is not iterable`);
}
