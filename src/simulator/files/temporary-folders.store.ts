import { lstat, mkdtemp, readdir, rm, rmdir } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** Temporary folders are named after their process id, with a random suffix. */
const STEM = 'comfy-simulator-';
const NAME = new RegExp(`^${STEM}(\\d+)-\\w+$`);

/** Makes a temporary folder for this process, after removing those of ended processes. */
export async function makeTemporaryFolder(parent = tmpdir()): Promise<string> {
  await sweepTemporaryFolders(parent);
  return mkdtemp(join(parent, `${STEM}${process.pid}-`));
}

/** Removes the temporary folders of killed processes of this user. */
async function sweepTemporaryFolders(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = Number(NAME.exec(name)?.[1]);
    const path = join(parent, name);
    if (pid > 0 && !isRunning(pid) && (await isOwnFolder(path)))
      await rm(path, { recursive: true, force: true });
  }
}

/** True also for a running process of another user. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** A real folder of this user, not a symbolic link. */
async function isOwnFolder(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => undefined);
  return stats?.isDirectory() === true && stats.uid === userInfo().uid;
}

/** Removes what is below a folder and was last written before `since`, in milliseconds since 1970: files and empty folders. */
export async function sweepFiles(folder: string, since: number): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  // Before anything is removed, which changes the times of folders.
  const stats = await Promise.all(paths.map((path) => lstat(path).catch(() => undefined)));
  // Backwards, so that a folder comes after what is in it.
  for (const [index, path] of [...paths.entries()].reverse()) {
    const found = stats[index];
    if (!found || found.mtimeMs >= since) continue;
    if (found.isFile()) await rm(path, { force: true });
    // Refused where files are left in it.
    else if (found.isDirectory()) await rmdir(path).catch(() => undefined);
  }
}
