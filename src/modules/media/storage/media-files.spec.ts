import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { SystemIds } from '../../../platform/clock/clock';
import type { ConfigService } from '../../../platform/config/config.service';
import { type IncomingFile, IncomingFilesStore } from './incoming-files.store';
import { MediaFilesStore } from './media-files.store';

describe('files of the catalogue', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-files-'));
  const config = { current: () => ({ data_dir: folder }) } as ConfigService;
  const store = new MediaFilesStore(config);
  const incomingFiles = new IncomingFilesStore(config, new SystemIds());

  beforeAll(async () => {
    await store.prepare();
    await incomingFiles.prepare();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const flushedFile = async (content: string): Promise<IncomingFile> => {
    const incoming = await incomingFiles.receive(Readable.from([Buffer.from(content)]), {
      onBytes: () => undefined,
      onEnd: () => undefined,
    });
    const { flushed } = await incomingFiles.beginFlush(incoming);
    await flushed;
    return incoming;
  };

  it('leave nothing behind when they cannot be moved to their place, and can be moved later', async () => {
    const incoming = await flushedFile('not stored');
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
        await store.place(await flushedFile(path), path);
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

  it('keep their content when they are marked again', async () => {
    await store.place(await flushedFile('stored'), 'stored.png');
    expect(await store.pendingPaths()).toEqual(['stored.png']);
    await store.markPending('stored.png');
    expect(readFileSync(store.locate('stored.png'), 'utf8')).toBe('stored');
    await store.clearPending('stored.png');
    expect(readFileSync(store.locate('stored.png'), 'utf8')).toBe('stored');
    expect(await store.pendingPaths()).toEqual([]);
  });
});
