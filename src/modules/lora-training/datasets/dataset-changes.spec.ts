import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { SystemIds } from '../../../platform/clock/clock';
import type { ConfigService } from '../../../platform/config/config.service';
import { DiskFull } from '../../../platform/errors/disk-full';
import { DatasetFolderMissing } from './dataset.errors';
import { type ChangedFile, DatasetChangesStore } from './dataset-changes.store';
import { DatasetFilesStore } from './dataset-files.store';

/** A disk that fails on the second chunk. */
const failing = (code: string) => (): Readable =>
  Readable.from(
    (function* () {
      yield Buffer.from('half');
      throw Object.assign(new Error('no space left on device'), { code });
    })(),
  );

describe('a change of a dataset', () => {
  let root: string;
  let changes: DatasetChangesStore;
  let files: DatasetFilesStore;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'kinora-dataset-'));
    mkdirSync(join(root, 'datasets', 'mara'), { recursive: true });
    const current = () => ({ training: { root }, limits: { min_free_bytes: 0 } });
    const config = { current } as unknown as ConfigService;
    files = new DatasetFilesStore(config);
    changes = new DatasetChangesStore(files, new SystemIds());
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const inDataset = (...path: string[]): string => join(root, 'datasets', 'mara', ...path);
  const inState = (...path: string[]): string => join(root, 'datasets', '.kinora', 'mara', ...path);
  const item = (name: string, content: ChangedFile['content']): ChangedFile => ({
    folder: 'items',
    name,
    content,
  });
  /** A change that the process had written when it was killed. */
  const interrupted = (folder: string): void => {
    mkdirSync(inState(folder, 'items'), { recursive: true });
    writeFileSync(inState(folder, 'items', 'a.txt'), 'new');
    writeFileSync(inState(folder, 'items', 'a.png'), 'picture');
  };

  it('writes all files, in place of those of the same name', async () => {
    writeFileSync(inDataset('a.txt'), 'old');
    const version: ChangedFile = { folder: 'versions', name: '1.json', content: '{}' };
    const picture = item('a.png', () => Readable.from([Buffer.from('picture')]));
    await changes.apply('mara', [picture, item('a.txt', 'new'), version], 0);
    expect(readdirSync(inDataset()).sort()).toEqual(['a.png', 'a.txt']);
    expect(readFileSync(inDataset('a.txt'), 'utf8')).toBe('new');
    expect(readdirSync(inState(), { recursive: true }).sort()).toEqual([
      'versions',
      join('versions', '1.json'),
    ]);
  });

  it('writes nothing when the disk is full at its last file', async () => {
    writeFileSync(inDataset('a.txt'), 'old');
    const change = [item('a.txt', 'new'), item('a.png', failing('ENOSPC'))];
    await expect(changes.apply('mara', change, 0)).rejects.toBeInstanceOf(DiskFull);
    expect(readFileSync(inDataset('a.txt'), 'utf8')).toBe('old');
    expect(readdirSync(inDataset())).toEqual(['a.txt']);
    expect(readdirSync(inState())).toEqual([]);
  });

  it('that was not complete when the process ended is removed', async () => {
    interrupted('x.part');
    await changes.recover('mara');
    expect(readdirSync(inDataset())).toEqual([]);
    expect(readdirSync(inState())).toEqual([]);
  });

  it('that was complete when the process ended is finished', async () => {
    interrupted('x.ready');
    writeFileSync(inDataset('a.png'), 'old');
    await changes.recover('mara');
    expect(readFileSync(inDataset('a.png'), 'utf8')).toBe('picture');
    expect(readFileSync(inDataset('a.txt'), 'utf8')).toBe('new');
    expect(readdirSync(inState())).toEqual([]);
  });

  it('leaves files out that have no place any more', async () => {
    interrupted('x.ready');
    mkdirSync(inDataset('a.txt', 'folder'), { recursive: true });
    await changes.recover('mara');
    expect(readFileSync(inDataset('a.png'), 'utf8')).toBe('picture');
    expect(existsSync(inDataset('a.txt', 'folder'))).toBe(true);
    expect(readdirSync(inState())).toEqual([]);
  });

  it('follows no link: of the dataset, of a folder in it, or of what is kept beside it', async () => {
    const outside = join(root, 'outside');
    mkdirSync(outside);
    symlinkSync(outside, inDataset('sub'));
    await changes.apply('mara', [item('sub/a.txt', 'new')], 0);
    expect(await files.caption('mara', 'sub/a.png')).toBeNull();
    const missing = expect.any(DatasetFolderMissing) as unknown;
    rmSync(inState(), { recursive: true });
    symlinkSync(outside, inState());
    await expect(changes.apply('mara', [item('a.txt', 'x')], 0)).rejects.toEqual(missing);
    rmSync(inState());
    rmSync(inDataset(), { recursive: true });
    symlinkSync(outside, inDataset());
    await expect(changes.apply('mara', [item('a.txt', 'x')], 0)).rejects.toEqual(missing);
    expect(readdirSync(outside)).toEqual([]);
  });

  it('reads no caption that is too long, a link, or not UTF-8', async () => {
    writeFileSync(inDataset('long.txt'), 'x'.repeat(80_001));
    writeFileSync(inDataset('latin1.txt'), Buffer.from([0x66, 0xfc, 0x72]));
    symlinkSync(inDataset('long.txt'), inDataset('link.txt'));
    for (const name of ['long.png', 'latin1.png', 'link.png'])
      expect(await files.caption('mara', name)).toBeNull();
    expect(await files.caption('mara', 'none.png')).toBe('');
  });

  it('removes a caption with the last picture that has it', async () => {
    for (const name of ['a.png', 'a.jpg', 'a.txt']) writeFileSync(inDataset(name), name);
    expect(await files.remove('mara', ['a.png', 'none.png', '../mara/a.jpg', 'a.png'])).toEqual([
      'a.png',
    ]);
    expect(readdirSync(inDataset())).toEqual(['a.jpg', 'a.txt']);
    await files.remove('mara', ['a.jpg']);
    expect(readdirSync(inDataset())).toEqual([]);
  });

  it('reads no caption from a pipe', async () => {
    writeFileSync(inDataset('a.png'), '');
    execFileSync('mkfifo', [inDataset('a.txt')]);
    expect(await files.caption('mara', 'a.png')).toBeNull();
  });
});
