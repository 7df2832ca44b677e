import { isRecord } from '../../../platform/json';

const MAX_TEXT_CHARS = 500;
const MAX_LABELS = 20;
const MAX_URL_CHARS = 2000;

/** A text from a speech server's answer, shortened; `fallback` for other types and empty texts. */
export const textOr = (value: unknown, fallback: string): string =>
  typeof value === 'string' && value.trim() !== ''
    ? value.trim().slice(0, MAX_TEXT_CHARS)
    : fallback;

/** The labels of a voice that are texts. */
export function labelsOf(value: unknown): Record<string, string> {
  const labels = Object.entries(isRecord(value) ? value : {})
    .map(([name, label]) => [textOr(name, ''), textOr(label, '')] as const)
    .filter(([name, label]) => name !== '' && label !== '');
  return Object.fromEntries(labels.slice(0, MAX_LABELS));
}

/** An https address, which the Studio may play; `null` for everything else. */
export function previewUrl(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > MAX_URL_CHARS || !URL.canParse(value))
    return null;
  return new URL(value).protocol === 'https:' ? value : null;
}
