import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Where the build writes the Studio, seen from `src` and from `dist`. */
export const STUDIO_FOLDER = join(__dirname, '..', '..', '..', 'studio', 'dist');

/** When the Studio was built last; `undefined` while it isn't built. The build writes this file last. */
export const studioBuiltAt = (folder: string): number | undefined =>
  statSync(join(folder, '.built'), { throwIfNoEntry: false })?.mtimeMs;

/** The Studio's page as it was built last; `undefined` if it isn't built, as in most tests. */
export function readStudioPage(folder: string): string | undefined {
  const file = join(folder, 'index.html');
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
