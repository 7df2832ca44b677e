import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import type { ServedContent } from '../../../platform/http/content/send-content';

type Presentation = Pick<ServedContent, 'name' | 'mime' | 'disposition' | 'mayChange'>;

/** A file to send as an answer. @param path absolute @returns `null` if there is no such file */
export async function servedFile(path: string, as: Presentation): Promise<ServedContent | null> {
  const stats = await lstat(path).catch(() => null);
  if (stats?.isFile() !== true) return null;
  const { size, mtimeMs, ino } = stats;
  return {
    ...as,
    path: as.name,
    file: path,
    size,
    etag: `"${ino.toString(36)}-${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`,
    open: () => open(path, constants.O_RDONLY | constants.O_NOFOLLOW),
  };
}
