import { existsSync } from 'node:fs';

/** Is there a database file? Asked before connecting, which would make its folder. */
export function isDatabaseThere(path: string): boolean {
  return existsSync(path);
}
