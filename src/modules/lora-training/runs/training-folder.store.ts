import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isRealFolder } from '../training-root.store';

/**
 * The absolute path of a folder that is relative to the training root.
 * @returns `null` if it is missing, or is reached through a symbolic link
 */
export async function realFolder(root: string, folder: string): Promise<string | null> {
  return (await isRealFolder(root, folder)) ? join(root, folder) : null;
}

/** Names of the regular files in a folder, sorted; empty for a missing one. */
export async function filesIn(folder: string | null): Promise<readonly string[]> {
  if (folder === null) return [];
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
}
