import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { NodeFilesStore } from './node-files.store';

/** The name that an upload gets, and whether a file has to be written for it. */
export interface UploadName {
  readonly name: string;
  readonly isNew: boolean;
}

/**
 * Names an upload: its own name, or that of an earlier upload with the same bytes, or the first free one of
 * `up (1).png`, `up (2).png`, ….
 */
export async function nameUpload(
  file: { readonly filename: string; readonly bytes: Buffer },
  folder: string,
  files: NodeFilesStore,
): Promise<UploadName> {
  const hash = createHash('sha256').update(file.bytes).digest('hex');
  for (let count = 0; ; count++) {
    const name = count === 0 ? file.filename : numbered(file.filename, count);
    const existing = await files.stat(join(folder, name));
    if (existing === undefined) return { name, isNew: true };
    if ((await files.hash(existing.path)) === hash) return { name, isNew: false };
  }
}

/** `up.png` → `up (2).png`; a name that starts with its only dot has no extension. */
function numbered(filename: string, count: number): string {
  const stem = /^(.*[^/])(?=\.[^./]*$)/.exec(filename)?.[0] ?? filename;
  return `${stem} (${count})${filename.slice(stem.length)}`;
}
