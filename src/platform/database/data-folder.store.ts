import { existsSync, mkdirSync } from 'node:fs';
import { UserError } from '../errors/user-error';

/** Creates the data folder of a server. @throws UserError if that fails */
export function makeDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new UserError(
      `The data folder ${folder} can't be used (${(error as Error).message}). ` +
        'Set KINORA_DATA_DIR or data_dir to a folder that this user may write to.',
      { cause: error },
    );
  }
}

/** Whether the database file exists. Check it before connecting, because connecting would create its folder. */
export function databaseFileExists(path: string): boolean {
  return existsSync(path);
}
