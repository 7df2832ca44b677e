import { link, lstat, rename } from 'node:fs/promises';

/**
 * Gives a file a name that must be free: by a hard link, so that `from` stays, or by a rename where links aren't supported.
 * Both names are in the same folder, or on the same disk. @returns whether the name was free
 */
export async function linkOrMove(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    return moveUnlessTaken(from, to);
  }
}

async function moveUnlessTaken(from: string, to: string): Promise<boolean> {
  if (await lstat(to).catch(() => null)) return false;
  await rename(from, to);
  return true;
}
