import { mkdirSync } from 'node:fs';
import { UserError } from '../errors/user-error';

/** Makes the folder that a server keeps its data in, whatever its database. @throws Advice where it can't be had. */
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
