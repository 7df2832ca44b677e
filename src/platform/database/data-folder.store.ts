import { mkdirSync } from 'node:fs';
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
