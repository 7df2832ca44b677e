/*
 * Readers for untrusted JSON: each accepts any value and returns one that is safe to use.
 */

/** The value as a text; `null` for anything else. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** An id as a text, whether the file has a number or a text; `null` for anything else. */
export function idOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A slot's index, which old editors saved as a text; `null` for anything else. */
export function indexOf(value: unknown): number | null {
  const index = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(index) && (index as number) >= 0 ? (index as number) : null;
}

/** The value as JSON, cut to 60 characters, for messages. */
export function excerptOf(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
