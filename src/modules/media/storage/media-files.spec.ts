import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { SystemIds } from '../../../platform/clock/clock';
import type { ConfigService } from '../../../platform/config/config.service';
import { type IncomingFile, MediaFilesStore } from './media-files.store';

describe('files of the catalogue', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-files-'));
  const store = new MediaFilesStore(
    { current: () => ({ data_dir: folder }) } as ConfigService,
    new SystemIds(),
  );

  beforeAll(() => store.prepare());
  afterAll(() => rmSync(folder, { recursive: true }));

  const receive = (content: Buffer): Promise<IncomingFile> =>
    store.receive(Readable.from([content]), {
      onBytes: () => undefined,
      onEnd: () => undefined,
    });

  it('are only in memory while they are small, until they are flushed', async () => {
    const incoming = await receive(Buffer.from('small'));
    expect(existsSync(incoming.file)).toBe(false);
    const { flushed } = await store.beginFlush(incoming);
    expect(readFileSync(incoming.file, 'utf8')).toBe('small');
    await flushed;
    await store.discard(incoming);
    expect(existsSync(incoming.file)).toBe(false);
  });

  it('are written for programs that open them', async () => {
    const incoming = await receive(Buffer.from('small'));
    for (let time = 0; time < 2; time += 1) await store.ensureWritten(incoming);
    expect(readFileSync(incoming.file, 'utf8')).toBe('small');
    await store.discard(incoming);
    expect(existsSync(incoming.file)).toBe(false);
  });

  it('are on the disk from the start when they are large', async () => {
    const content = Buffer.alloc(3 * 1024 * 1024, 'large');
    const incoming = await receive(content);
    expect(readFileSync(incoming.file).equals(content)).toBe(true);
    await store.discard(incoming);
    expect(existsSync(incoming.file)).toBe(false);
  });

  it('leave nothing behind when they cannot be moved to their place, and can be moved later', async () => {
    const incoming = await receive(Buffer.from('not stored'));
    const { flushed } = await store.beginFlush(incoming);
    await flushed;
    const shard = dirname(store.locate('gone.png'));
    writeFileSync(shard, 'a file where the folder should be');
    await expect(store.place(incoming, 'gone.png')).rejects.toThrow('EEXIST');
    expect(await store.pendingPaths()).toEqual([]);
    rmSync(shard);
    await store.place(incoming, 'gone.png');
    expect(readFileSync(store.locate('gone.png'), 'utf8')).toBe('not stored');
    await store.remove('gone.png');
    await store.clearPending('gone.png');
  });

  it('may be the first two of their folder at the same time', async () => {
    const { shard, paths } = ofOneShard();
    expect(existsSync(shard)).toBe(false);
    await Promise.all(
      paths.map(async (path) => {
        const incoming = await receive(Buffer.from(path));
        await (
          await store.beginFlush(incoming)
        ).flushed;
        await store.place(incoming, path);
      }),
    );
    expect(readdirSync(shard).sort()).toEqual(paths.toSorted());
    for (const path of paths) await store.clearPending(path);
  });

  /** A folder that doesn't exist yet, and two paths in it. */
  const ofOneShard = (): { shard: string; paths: string[] } => {
    const shard = dirname(store.locate('first.png'));
    const names = Array.from({ length: 5_000 }, (_, n) => `second-${n}.png`);
    const second = names.find((name) => dirname(store.locate(name)) === shard) ?? '';
    return { shard, paths: ['first.png', second] };
  };

  it('lie in folders that a start makes durable, whoever created them', async () => {
    // A folder is opened only for that.
    const opened = jest.spyOn(promises, 'open');
    await store.prepare();
    expect(opened.mock.calls).toContainEqual([dirname(dirname(store.locate('a.png'))), 'r']);
    opened.mockRestore();
  });

  it('say which folder cannot be used, and why', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const unusable = new MediaFilesStore(
      { current: () => ({ data_dir: file }) } as ConfigService,
      new SystemIds(),
    );
    const message = new RegExp(
      `^The folder ${file}/media can't be used \\(ENOTDIR.* Let this user`,
    );
    await expect(unusable.prepare()).rejects.toThrow(message);
  });

  it('keep their content when they are marked again', async () => {
    const incoming = await receive(Buffer.from('stored'));
    const { flushed } = await store.beginFlush(incoming);
    await flushed;
    await store.place(incoming, 'stored.png');
    expect(await store.pendingPaths()).toEqual(['stored.png']);
    await store.markPending('stored.png');
    expect(readFileSync(store.locate('stored.png'), 'utf8')).toBe('stored');
    await store.clearPending('stored.png');
    expect(readFileSync(store.locate('stored.png'), 'utf8')).toBe('stored');
    expect(await store.pendingPaths()).toEqual([]);
  });
});
