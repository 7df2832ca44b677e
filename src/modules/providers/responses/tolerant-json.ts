import { isRecord, type JsonRecord, mapOutsideStrings, withoutNaN } from '../../../platform/json';

/**
 * Parses JSON as Python writes it: bare `NaN` and `Infinity` become null. Integers beyond 2^53 lose their last digits,
 * as with `JSON.parse`. Throws SyntaxError.
 */
export function parseTolerantJson(text: string): unknown {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  try {
    return JSON.parse(json) as unknown;
  } catch (error) {
    if (!/NaN|Infinity/.test(json)) throw error;
    return JSON.parse(mapOutsideStrings(json, withoutNaN)) as unknown;
  }
}

/** The value as an object; an empty one for anything else. */
export function objectOr(value: unknown): JsonRecord {
  return isRecord(value) ? value : {};
}

/** The value as a list; an empty one for anything else. */
export function listOr(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

/** The value as a text; an empty one for anything else. */
export function textOr(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The value as a number that can be counted with, or undefined. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
