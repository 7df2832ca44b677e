import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { flushCopy } from '../../../platform/flush.store';
import { ifPresent } from '../../../platform/missing-file';

/** Copies a folder of small files, each flushed; what is deleted meanwhile is left out. @returns how many files */
export async function copyTree(source: string, target: string): Promise<number> {
  let count = 0;
  const entries = await ifPresent(readdir(source, { withFileTypes: true }));
  for (const entry of entries ?? []) {
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (entry.isDirectory()) count += await copyTree(from, to);
    else if (entry.isFile() && (await copySmallFile(from, to))) count += 1;
  }
  return count;
}

/** @returns whether the source was there */
export async function copySmallFile(source: string, target: string): Promise<boolean> {
  await mkdir(dirname(target), { recursive: true });
  const isCopied = await ifPresent(copyFile(source, target).then(() => true));
  if (!isCopied) return false;
  await flushCopy(target);
  return true;
}
