import { createHash } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import {
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { PythonError } from '../wire/python';
import { examplePicture } from './png';
import { splitFolderSuffix, expandPrefix, nextCounter, type FolderType } from './image-name';
import { makeTemporaryFolder, sweepFiles } from './temporary-folders.store';

/** An existing file. Times in nanoseconds and seconds since 1970. */
export interface FileStat {
  readonly path: string;
  readonly size: number;
  readonly modifiedNs: bigint;
  readonly modified: number;
}

/** Where a saver writes next. */
export interface SaveTargetPath {
  readonly folder: string;
  readonly subfolder: string;
  readonly filename: string;
  readonly counter: number;
}

/** Age at which files of a persistent folder are removed: one day. */
const MAX_FILE_AGE_MS = 24 * 60 * 60_000;

const SWEEP_INTERVAL_MS = 60 * 60_000;

/** The node's folders: `input`, `output`, `temp` (emptied at start, as on the real one) and `models`. */
export class NodeFilesStore {
  private sweeping: NodeJS.Timeout | undefined;

  private constructor(
    private readonly root: string,
    private readonly selfMade: boolean,
  ) {}

  /**
   * Opens a data folder, or makes a temporary one that `close` removes. Temporary folders of killed processes are
   * removed, too.
   */
  static async open(dataDir: string | undefined): Promise<NodeFilesStore> {
    const root = resolve(dataDir ?? (await makeTemporaryFolder()));
    const store = new NodeFilesStore(root, dataDir === undefined);
    await store.prepare();
    return store;
  }

  /**
   * Opens a folder that outlives a restart. What is older than a day is removed now and every hour: outputs have been
   * collected by then, and the disk doesn't fill up.
   */
  static async openPersistent(folder: string): Promise<NodeFilesStore> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const store = new NodeFilesStore(resolve(folder), false);
    await store.sweep();
    await store.prepare();
    const sweep = (): void => void store.sweep().catch(() => undefined);
    store.sweeping = setInterval(sweep, SWEEP_INTERVAL_MS).unref();
    return store;
  }

  /** As the real one at start: makes folders, empties `temp`, puts an example picture into a new input folder. */
  async prepare(): Promise<void> {
    await rm(this.folder('temp'), { recursive: true, force: true });
    for (const type of ['temp', 'output'] as const)
      await mkdir(this.folder(type), { recursive: true });
    await mkdir(join(this.folder('models'), 'loras'), { recursive: true });
    const created = await mkdir(this.folder('input'), { recursive: true });
    if (created !== undefined) await writeFile(join(created, 'example.png'), examplePicture());
  }

  async close(): Promise<void> {
    clearInterval(this.sweeping);
    if (this.selfMade) await rm(this.root, { recursive: true, force: true });
  }

  private async sweep(): Promise<void> {
    for (const type of ['input', 'output', 'temp'] as const)
      await sweepFiles(this.folder(type), Date.now() - MAX_FILE_AGE_MS);
  }

  folder(type: FolderType | 'models'): string {
    return join(this.root, type);
  }

  /** The path in a folder, or `undefined` when it is outside of it. */
  pathInside(type: FolderType | 'models', ...parts: readonly string[]): string | undefined {
    const base = this.folder(type);
    if (parts.some((part) => part.includes('\0'))) return undefined;
    const path = resolve(base, ...parts);
    return path === base || path.startsWith(base + sep) ? path : undefined;
  }

  /** A file as graphs name it: `sub/up.png`, `up.png [output]`. `undefined` when it isn't there. */
  async find(name: string): Promise<FileStat | undefined> {
    const { name: path, folder } = splitFolderSuffix(name);
    if (path.startsWith('/')) return undefined;
    const inside = this.pathInside(folder ?? 'input', path);
    return inside === undefined ? undefined : this.stat(inside);
  }

  /** A file as graphs name it. Throws `PythonError` when it isn't there. */
  async require(name: string): Promise<FileStat> {
    const file = await this.find(name);
    if (file !== undefined) return file;
    throw new PythonError('FileNotFoundError', `[Errno 2] No such file or directory: '${name}'`);
  }

  /** Size and times of a plain file; `undefined` for everything else. */
  async stat(path: string): Promise<FileStat | undefined> {
    const stats = await stat(path, { bigint: true }).catch(() => undefined);
    if (stats?.isFile() !== true) return undefined;
    return {
      path,
      size: Number(stats.size),
      modifiedNs: stats.mtimeNs,
      modified: Number(stats.mtimeNs) / 1e9,
    };
  }

  async read(path: string): Promise<Buffer> {
    return readFile(path);
  }

  /** The first bytes of a file. */
  async head(path: string, length: number): Promise<Buffer> {
    return this.part(path, 0, length);
  }

  /** Bytes from the middle of a file; fewer at its end. */
  async part(path: string, start: number, length: number): Promise<Buffer> {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }

  stream(path: string, range?: { start: number; end: number }): ReadStream {
    return createReadStream(path, range);
  }

  /** Writes a file, and creates its folder. */
  async write(path: string, bytes: Buffer | string): Promise<void> {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
  }

  /** Makes a file as new as one that is written now, so that it isn't removed for its age. */
  async touch(path: string): Promise<void> {
    const now = new Date();
    await utimes(path, now, now);
  }

  async move(from: string, to: string): Promise<void> {
    await rename(from, to);
  }

  /** Removes a file, if it is there. */
  async remove(path: string): Promise<void> {
    await rm(path, { force: true });
  }

  /** Removes the oldest files with this name prefix until the rest has at most `maxBytes` bytes. */
  async trim(type: FolderType, stem: string, maxBytes: number): Promise<void> {
    const names = (await readdir(this.folder(type))).filter((name) => name.startsWith(stem));
    const stats = await Promise.all(names.map((name) => this.stat(join(this.folder(type), name))));
    const files = stats
      .filter((file) => file !== undefined)
      .sort((a, b) => b.modified - a.modified);
    let totalBytes = 0;
    for (const { path, size } of files) {
      totalBytes += size;
      if (totalBytes > maxBytes) await this.remove(path);
    }
  }

  async hash(path: string): Promise<string> {
    return createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
  }

  /** Names of the plain files directly in the input folder. */
  async inputNames(): Promise<readonly string[]> {
    const entries = await readdir(this.folder('input'), { withFileTypes: true }).catch(() => []);
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
      .sort();
  }

  /** Names of the real model files in the data folder, by folder, with their subfolders. */
  async modelNames(): Promise<ReadonlyMap<string, readonly string[]>> {
    const base = this.folder('models');
    const entries = await readdir(base, { withFileTypes: true, recursive: true }).catch(() => []);
    const names = new Map<string, string[]>();
    for (const entry of entries) {
      const path = relative(base, join(entry.parentPath, entry.name));
      const folder = path.slice(0, path.indexOf(sep));
      if (!entry.isFile() || !path.includes(sep)) continue;
      names.set(folder, [...(names.get(folder) ?? []), path.slice(folder.length + 1)]);
    }
    return names;
  }

  /** A real model file in the data folder. */
  async modelFile(folder: string, name: string): Promise<FileStat | undefined> {
    const path = this.pathInside('models', folder, name);
    return path === undefined ? undefined : this.stat(path);
  }

  /** Where a saver with this prefix writes next. Throws as the real one does when that is outside the folder. */
  async place(
    type: FolderType,
    prefix: string,
    size: { width: number; height: number },
  ): Promise<SaveTargetPath> {
    const { subfolder, filename } = expandPrefix(prefix, size, new Date());
    const base = this.folder(type);
    const folder = resolve(base, subfolder);
    if (folder !== base && !folder.startsWith(base + sep)) {
      throw new PythonError(
        'Exception',
        '**** ERROR: Saving image outside the output folder is not allowed.' +
          `\n full_output_folder: ${folder}\n         output_dir: ${base}`,
      );
    }
    await mkdir(folder, { recursive: true });
    const counter = nextCounter(basename(filename), await readdir(folder));
    return { folder, subfolder, filename, counter };
  }
}
