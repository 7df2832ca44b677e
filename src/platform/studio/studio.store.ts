import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the build writes the Studio, seen from `src` and from `dist`. */
export const STUDIO_FOLDER = join(__dirname, '..', '..', '..', 'studio', 'dist');

/** The Studio's page as it was built last; `undefined` if it isn't built, as in most tests. */
export function readStudioPage(folder: string): string | undefined {
  const file = join(folder, 'index.html');
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
