import { posix } from 'node:path';

/** Folders of a node that files are read from and written to. */
export type FolderType = 'input' | 'output' | 'temp';

const ANNOTATION = /^(.*?)\s?\[(output|input|temp)\]$/s;

/** Splits `name.png [output]`, the way a graph names a file of another folder. */
export function splitFolderSuffix(name: string): { name: string; folder: FolderType | undefined } {
  const match = ANNOTATION.exec(name);
  return match === null
    ? { name, folder: undefined }
    : { name: match[1] ?? '', folder: match[2] as FolderType };
}

export function isFolderType(text: string): text is FolderType {
  return text === 'input' || text === 'output' || text === 'temp';
}

/** A saver's prefix with `%width%` and the like filled in, split into folder and file name. */
export function expandPrefix(
  prefix: string,
  size: { width: number; height: number },
  now: Date,
): { subfolder: string; filename: string } {
  const two = (value: number): string => String(value).padStart(2, '0');
  const values: Readonly<Record<string, string>> = {
    width: String(size.width),
    height: String(size.height),
    year: String(now.getFullYear()),
    month: two(now.getMonth() + 1),
    day: two(now.getDate()),
    hour: two(now.getHours()),
    minute: two(now.getMinutes()),
    second: two(now.getSeconds()),
  };
  const expanded = prefix.replace(
    /%(width|height|year|month|day|hour|minute|second)%/g,
    (text, name: string) => values[name] ?? text,
  );
  const normal = posix.normalize(expanded === '' ? '.' : expanded).replace(/(.)\/$/, '$1');
  const folder = posix.dirname(normal);
  return { subfolder: folder === '.' ? '' : folder, filename: posix.basename(normal) };
}

/** The number after the highest one in use: `prefix_00007_.png` gives 8, none gives 1. */
export function nextCounter(filename: string, existing: readonly string[]): number {
  let highest = 0;
  for (const name of existing) {
    if (!name.startsWith(`${filename}_`)) continue;
    const digits = /^\s*(\d+)\s*$/.exec(
      name
        .slice(filename.length + 1)
        .split('.')[0]
        ?.split('_')[0] ?? '',
    );
    highest = Math.max(highest, Number(digits?.[1] ?? 0));
  }
  return highest + 1;
}
