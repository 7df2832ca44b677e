import { constants } from 'node:fs';
import { lstat, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConfigService } from '../../platform/config/config.service';
import { TrainingNotConfigured, TrainingRootMissing } from './training.errors';

/** Whether the path leads to a folder; symbolic links are followed. */
export async function isFolder(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => null);
  return stats?.isDirectory() === true;
}

/** For opening a file: follows no link, and does not wait for a writer where the file is a pipe. */
export const READ_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Whether `path` below `base` is a folder, and no part of it a symbolic link. */
export async function isRealFolder(base: string, path: string): Promise<boolean> {
  const folder = join(base, path);
  const stats = await lstat(folder).catch(() => null);
  if (stats?.isDirectory() !== true) return false;
  const [real, realBase] = await Promise.all([realPath(folder), realPath(base)]);
  return real !== null && realBase !== null && real === join(realBase, path);
}

/** `null` for what is gone meanwhile. */
const realPath = (path: string): Promise<string | null> => realpath(path).catch(() => null);

/** The training root. @throws TrainingNotConfigured */
export function trainingRoot(config: ConfigService): string {
  const { root } = config.current().training;
  if (root === null) throw new TrainingNotConfigured();
  return root;
}

/**
 * The training root, if it exists. It is never created, because it may be mistyped, or on a disk that is not mounted.
 * @throws TrainingNotConfigured, TrainingRootMissing
 */
export async function requireTrainingRoot(config: ConfigService): Promise<string> {
  const root = trainingRoot(config);
  if (!(await isFolder(root))) throw new TrainingRootMissing();
  return root;
}
