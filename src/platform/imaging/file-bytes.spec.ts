import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forgetBytes, keepBytes, MAX_KEPT_FILE_BYTES, withFileBytes } from './file-bytes.store';

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
    keepBytes(file, [Buffer.from('in '), Buffer.from('memory')]);
    expect(await read(file)).toBe('in memory');
    forgetBytes(file);
    forgetBytes(file);
    expect(await read(file)).toBe('on the disk');
  });

  it('are not kept of large files, nor of more files than there is room for', async () => {
    keepBytes(file, [Buffer.alloc(MAX_KEPT_FILE_BYTES + 1)]);
    expect(await read(file)).toBe('on the disk');
    const others = Array.from({ length: 32 }, (_, n) => join(folder, `other-${n}`));
    for (const other of others) keepBytes(other, [Buffer.alloc(MAX_KEPT_FILE_BYTES)]);
    keepBytes(file, [Buffer.from('in memory')]);
    expect(await read(file)).toBe('on the disk');
    forgetBytes(others[0]!);
    keepBytes(file, [Buffer.from('in memory')]);
    expect(await read(file)).toBe('in memory');
    for (const kept of [file, ...others]) forgetBytes(kept);
    expect(await read(file)).toBe('on the disk');
  });
});
