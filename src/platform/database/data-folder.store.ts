import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../errors/user-error';
import { makeFolder } from '../make-folder.store';
import { isMissing } from '../missing-file';
import { type DatabaseUrl, sqlitePath } from './data-source-options';
import { DatabaseNotReady } from './database-not-ready';
import type { InstanceNote } from './instance-lock';
import { SqliteLock } from './sqlite-lock.store';

/** Name of the file that marks a data folder while a backup is restored into it. */
export const RESTORE_MARKER = '.restoring';

const INTERRUPTED =
  'A backup was being restored into this data folder, and that was interrupted. ' +
  'Run the same `npm run restore` command again to continue it, or empty the folder.';

/** Whether a restore into the folder is running or was interrupted. */
export const isRestoring = (folder: string): boolean => existsSync(join(folder, RESTORE_MARKER));

/** A data folder that is locked for one server, which alone may write its media, staged files and simulator files. */
export class DataFolder {
  private constructor(
    readonly lock: SqliteLock,
    readonly note: InstanceNote,
    /** Whether a server has used the folder before. */
    readonly wasUsed: boolean,
  ) {}

  /** Creates the folder if necessary and locks it. @throws UserError if it can't be used, DatabaseInUse if another server has it */
  static async acquire(folder: string, note: InstanceNote): Promise<DataFolder> {
    makeDataFolder(folder);
    if (isRestoring(folder)) throw new UserError(INTERRUPTED);
    const path = join(folder, 'server');
    const wasUsed = existsSync(`${path}.lock`);
    return new DataFolder(await SqliteLock.acquire(path, note, folder), note, wasUsed);
  }
}

const CHOOSE_FOLDER = 'Set KINORA_DATA_DIR or data_dir to a folder that this user may write to.';

/** Creates a data folder that only this user can read. A folder that exists keeps its mode. @throws UserError */
export function makeDataFolder(folder: string): void {
  makeFolder(folder, `The data folder ${folder}`, CHOOSE_FOLDER, 0o700);
}

/** Call it before connecting, because connecting would create the folder. @throws DatabaseNotReady without a file */
export function requireDatabaseFile(url: DatabaseUrl): void {
  const path = sqlitePath(url);
  if (path === null) return;
  try {
    statSync(path);
  } catch (error) {
    throw isMissing(error)
      ? DatabaseNotReady.absent(path)
      : DatabaseNotReady.unreachable(url, error);
  }
}
