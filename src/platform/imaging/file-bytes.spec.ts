import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forgetBytes, SmallContent, withFileBytes } from './file-bytes.store';

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

  function keep(name: string, ...chunks: Buffer[]): void {
    const content = new SmallContent();
    for (const chunk of chunks) content.add(chunk);
    content.keepAs(name);
  }

  const read = (name: string): Promise<string> =>
    withFileBytes(name, async (source) => (await source.read(0, source.size)).toString('latin1'));

  it('are read from the disk, as far as they go', async () => {
    expect(await read(file)).toBe('on the disk');
    const beyond = await withFileBytes(file, async (source) => source.read(3, 100));
    expect(beyond.toString()).toBe('the disk');
  });

  it('are read from memory while they are kept', async () => {
    keep(file, Buffer.from('in '), Buffer.from('memory'));
    expect(await read(file)).toBe('in memory');
    forgetBytes(file);
    forgetBytes(file);
    expect(await read(file)).toBe('on the disk');
  });

  it.each([
    ['large files', [Buffer.alloc(MIB), Buffer.alloc(1)]],
    ['files that arrive in single bytes', Array.from({ length: 1000 }, () => Buffer.alloc(1))],
  ])('are not kept of %s', async (_, chunks) => {
    keep(file, ...chunks);
    expect(await read(file)).toBe('on the disk');
  });

  it('are kept of the last files that have 32 MiB together', async () => {
    keep(file, Buffer.from('in memory'));
    const others = Array.from({ length: 32 }, (_, n) => join(folder, `other-${n}`));
    for (const other of others.slice(1)) keep(other, Buffer.alloc(MIB));
    expect(await read(file)).toBe('in memory');
    for (const other of others) keep(other, Buffer.alloc(MIB));
    expect(await read(file)).toBe('on the disk');
    for (const other of others) forgetBytes(other);
  });
});
