import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { UserError } from './errors/user-error';

/**
 * Creates a folder and those above it. One that exists keeps its mode.
 * @param name the folder in the error, `The data folder /srv/kinora`
 * @param advice what the user should set instead, a sentence
 * @throws UserError
 */
export function makeFolder(folder: string, name: string, advice: string, mode?: number): void {
  try {
    makeWithParents(folder, mode);
  } catch (error) {
    throw new UserError(`${name} can't be used (${(error as Error).message}). ${advice}`, {
      cause: error,
    });
  }
}

/** `mkdir` with `recursive` never returns where the system says ENOENT though the parent exists, as /proc does. */
function makeWithParents(folder: string, mode: number | undefined): void {
  if (isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeWithParents(parent, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (!isFolder(folder)) throw error;
  }
}

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
