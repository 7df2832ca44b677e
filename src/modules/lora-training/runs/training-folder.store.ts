import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The absolute path of a folder that is relative to the training root.
 * @returns `null` if it is missing, or is reached through a symbolic link
 */
export async function realFolder(root: string, folder: string): Promise<string | null> {
  try {
    const real = await realpath(join(root, folder));
    return real === join(await realpath(root), folder) ? real : null;
  } catch {
    return null;
  }
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
