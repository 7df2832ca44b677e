import { existsSync } from 'node:fs';

/** Whether the database file exists. Check it before connecting, because connecting would create its folder. */
export function databaseFileExists(path: string): boolean {
  return existsSync(path);
}
