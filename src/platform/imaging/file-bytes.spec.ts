import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  forgetBytes,
  keepBytes,
  markAsOnDisk,
  unwrittenBytes,
  withFileBytes,
} from './file-bytes.store';

const MIB = 1024 * 1024;

describe('bytes of a file', () => {
  let folder: string;
  let file: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'kinora-bytes-'));
    file = join(folder, 'file');
    writeFileSync(file, 'on the disk');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const read = (name: string): Promise<string> =>
    withFileBytes(name, async (source) => (await source.read(0, source.size)).toString('latin1'));

  it('are read from the disk, as far as they go', async () => {
    expect(await read(file)).toBe('on the disk');
    const beyond = await withFileBytes(file, async (source) => source.read(3, 100));
    expect(beyond.toString()).toBe('the disk');
  });

  it('are read from memory while they are kept', async () => {
    expect(keepBytes(file, Buffer.from('in memory'))).toBe(true);
    expect(await read(file)).toBe('in memory');
    forgetBytes(file);
    forgetBytes(file);
    expect(await read(file)).toBe('on the disk');
  });

  it('are only in memory until they are written', () => {
    expect(unwrittenBytes(file)).toBeNull();
    keepBytes(file, Buffer.from('in memory'));
    expect(unwrittenBytes(file)?.toString()).toBe('in memory');
    markAsOnDisk(file);
    expect(unwrittenBytes(file)).toBeNull();
    forgetBytes(file);
  });

  it('are kept of files that have 32 MiB together', () => {
    const files = Array.from({ length: 33 }, (_, n) => join(folder, `other-${n}`));
    const kept = files.filter((one) => keepBytes(one, Buffer.alloc(MIB)));
    expect(kept).toHaveLength(32);
    forgetBytes(join(folder, 'other-0'));
    expect(keepBytes(file, Buffer.alloc(MIB))).toBe(true);
    for (const one of [...files, file]) forgetBytes(one);
  });
});
