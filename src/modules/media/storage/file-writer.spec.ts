import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileWriter } from './file-writer.store';

describe('FileWriter', () => {
  let folder: string;
  let file: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'kinora-writer-'));
    file = join(folder, 'file');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('writes chunks of all sizes in their order, and more than is flushed at once', async () => {
    const chunks = [1, 65_536, 0, 3_000_000, 17, 20_000_000, 65_536, 1_048_576, 5].map((size) =>
      randomBytes(size),
    );
    const handle = await open(file, 'w');
    const writer = new FileWriter(() => Promise.resolve(handle));
    for (const chunk of chunks) await writer.write(chunk);
    expect(await writer.finish()).toBeNull();
    expect(readFileSync(file).equals(Buffer.concat(chunks))).toBe(true);
    expect(handle.fd).toBe(-1);
  });

  it('returns the content of a file of less than one piece instead of writing it', async () => {
    const writer = new FileWriter(() => Promise.reject(new Error('opened')));
    for (const part of ['a small', ' file']) await writer.write(Buffer.from(part));
    expect((await writer.finish())?.toString()).toBe('a small file');
    await writer.close();
  });

  it('does not collect many small chunks, which take far more memory than their bytes', async () => {
    const writer = new FileWriter(() => open(file, 'w'));
    for (let n = 0; n < 10_000; n += 1) await writer.write(Buffer.from([n % 256]));
    expect(statSync(file).size).toBeGreaterThan(5_000);
    await writer.finish();
    expect(statSync(file).size).toBe(10_000);
  });

  it('throws the error of a background write at the next write, and still closes the file', async () => {
    writeFileSync(file, '');
    const handle = await open(file, 'r');
    const writer = new FileWriter(() => Promise.resolve(handle));
    await writer.write(randomBytes(2_000_000));
    await expect(writer.write(randomBytes(2_000_000))).rejects.toThrow(/EBADF/);
    await writer.close();
    expect(handle.fd).toBe(-1);
  });
});
