import { isRecord, type JsonRecord } from '../../../platform/json';

/** JSON Merge Patch (RFC 7396): objects merge, null removes, everything else replaces. */
export function mergePatch(target: JsonRecord, patch: JsonRecord): JsonRecord {
  const merged = new Map(Object.entries(target));
  for (const [name, value] of Object.entries(patch)) {
    const before = merged.get(name);
    if (value === null) merged.delete(name);
    else if (isRecord(value)) merged.set(name, mergePatch(isRecord(before) ? before : {}, value));
    else merged.set(name, value);
  }
  return Object.fromEntries(merged);
}
