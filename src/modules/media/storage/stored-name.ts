import { createHash } from 'node:crypto';

/** The form of every stored path. */
const STORED_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;

/** Whether this has the form of a stored path; checked before the database is queried. */
export function isStoredName(path: string): boolean {
  return STORED_NAME.test(path);
}

/** The unique key of an output. */
export interface OutputKey {
  readonly promptId: string;
  readonly nodeId: string;
  readonly index: number;
}

/** The key as a string, for maps and locks. */
export const keyText = ({ promptId, nodeId, index }: OutputKey): string =>
  JSON.stringify([promptId, nodeId, index]);

/**
 * Path of an output: a pure function of its key, the job's prefix and the type of its content, so that a retry after a
 * crash finds the first attempt's file. A node's id may be any text, hence its hash.
 */
export function outputPath(key: OutputKey, prefix: string, extension: string): string {
  const node = createHash('sha256').update(key.nodeId).digest('hex').slice(0, 12);
  return `${readable(prefix)}-${key.promptId}-${node}-${key.index}${extension}`;
}

/** The folder that a path lies in, two hex digits, because folders of a hundred thousand files are slow to list. */
export function shardOf(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 2);
}

/** Path of an upload; `id` is new. */
export function freshPath(name: string, id: string, extension: string): string {
  return `${readable(withoutExtension(name))}-${id}-0${extension}`;
}

/** The name for people: the prefix or the uploaded file's own name, with the extension of the content. */
export function displayName(name: string, extension: string): string {
  const clean = name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[/\\]+/g, '-')
    .trim();
  return `${clean.slice(0, 120).replace(/\p{Cs}/gu, '') || 'media'}${extension}`;
}

/** `anna.final.PNG` → `anna.final`. */
export function withoutExtension(name: string): string {
  return name.replace(/\.[A-Za-z0-9]{1,5}$/, '');
}

/** The readable front of a path: letters, digits and single `.`, `_`, `-` between them. */
function readable(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/[.-]+/g, (run) => (run.includes('.') ? '.' : run))
    .slice(0, 80)
    .replace(/^[._-]+|(?<![._-])[._-]+$/g, '');
  return plain || 'media';
}
