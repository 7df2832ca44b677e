import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
} from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { Ids } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { asDiskError } from '../../../platform/errors/disk-full';
import { requireFreeSpace } from '../../../platform/free-space.store';
import { groupBy } from '../../../platform/group-by';
import { linkOrMove } from '../../../platform/link-or-move.store';
import { ifPresent } from '../../../platform/missing-file';

/** A file of the folder, as a directory listing shows it. */
export interface FolderFile {
  readonly name: string;
  /** Changes whenever the file changes. */
  readonly stamp: string;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
  /** Bytes. */
  readonly size: number;
}

/** A removal that can still be undone. */
export interface PendingRemoval {
  commit(): Promise<void>;
  undo(): Promise<void>;
}

/** The first files of the folder by name. */
export interface FolderListing {
  readonly files: readonly FolderFile[];
  /** Number of workflows beyond {@link MAX_WORKFLOWS}, which aren't read. */
  readonly unlisted: number;
}

/** Maximum number of workflows; one with a manifest beside it counts once, and so does a manifest alone. */
export const MAX_WORKFLOWS = 2_000;
/** What follows the id in the name of a workflow's file and of its manifest. */
export const FILE_SUFFIX = /(?:\.manifest)?\.json$/;
/** Larger files are refused. */
export const MAX_FILE_BYTES = 8 * 1024 * 1024;

export const NOT_UTF8 = 'is not UTF-8: save it in that encoding';

/** A file or folder that can't be read; the message says what to do. */
export class UnreadableFile extends Error {}

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/** Temporary files; earlier versions also wrote hidden `….import` and `….remove` files. */
const TEMPORARY = /^\..*\.(?:part|import|remove)$/;
/** A file that is being removed: its name and a random part. */
const BEING_REMOVED = /^\.(?<name>.+\.json)\.[\w-]+\.removing$/;

/**
 * `<data_dir>/workflows`: one file per imported workflow, written by the service or added by hand. Listing and reading
 * are synchronous, because reads of the catalogue are; both are limited.
 */
@Injectable()
export class WorkflowFolderStore {
  private readonly logger = new Logger(WorkflowFolderStore.name);

  constructor(
    private readonly config: ConfigService,
    private readonly ids: Ids,
  ) {}

  /** The `*.json` files by name; a missing folder counts as empty. @throws UnreadableFile */
  list(): FolderListing {
    const groups = this.filesByWorkflow();
    const listed = [...groups.values()].slice(0, MAX_WORKFLOWS).flat();
    return {
      files: listed.flatMap((name) => this.stat(name) ?? []),
      unlisted: Math.max(0, groups.size - MAX_WORKFLOWS),
    };
  }

  /** How many workflows the folder holds, also those that aren't listed. @throws UnreadableFile */
  count(): number {
    return this.filesByWorkflow().size;
  }

  /** A file's text; `null` if it doesn't exist. @throws UnreadableFile */
  read(name: string): string | null {
    try {
      // Doesn't follow symbolic links, and doesn't wait for the writer of a pipe.
      const file = openSync(join(this.folder, name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
      try {
        requireReadable(fstatSync(file));
        const text = decodeUtf8(readFileSync(file));
        if (text === null) throw new UnreadableFile(NOT_UTF8);
        return text;
      } finally {
        closeSync(file);
      }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return null;
      if (code === 'ELOOP')
        throw new UnreadableFile('is a symbolic link: put the file itself here');
      throw code === undefined ? error : new UnreadableFile(`can't be read (${code})`);
    }
  }

  has(id: string): boolean {
    return this.stat(workflowFile(id)) !== null;
  }

  /** Is there a directory with the name of this id's file? */
  isFolder(id: string): boolean {
    return this.lookAt(workflowFile(id))?.isDirectory() === true;
  }

  hasManifest(id: string): boolean {
    return this.stat(manifestFile(id)) !== null;
  }

  /**
   * Writes a workflow's file atomically: under a temporary name, which is then hard-linked to the real one, so that
   * only one of several writers succeeds. Returns `false` if the name is taken. @throws DiskFull
   */
  async add(id: string, text: string): Promise<boolean> {
    await mkdir(this.folder, { recursive: true });
    await this.requireSpace(Buffer.byteLength(text));
    const temporary = this.temporaryPath();
    try {
      await writeFlushed(temporary, text);
      const isAdded = await linkOrMove(temporary, join(this.folder, workflowFile(id)));
      await rm(temporary, { force: true });
      await this.flush();
      return isAdded;
    } catch (error) {
      await rm(temporary, { force: true });
      throw asDiskError(error);
    }
  }

  /** Renames a workflow's file and its manifest to hidden names. Returns `null` if there is no such file. */
  async remove(id: string): Promise<PendingRemoval | null> {
    const hidden = await this.hide(workflowFile(id));
    if (hidden === null) return null;
    const moved = [hidden];
    const undo = async (): Promise<void> => {
      for (const one of moved) await this.restore(one);
    };
    try {
      const hiddenManifest = await this.hide(manifestFile(id));
      if (hiddenManifest !== null) moved.push(hiddenManifest);
      await this.flush();
    } catch (error) {
      await undo();
      throw error;
    }
    return {
      undo,
      commit: async () => {
        for (const one of moved) await this.deleteFile(one);
      },
    };
  }

  /** Undoes {@link add}. */
  async undoAdd(id: string): Promise<void> {
    await rm(join(this.folder, workflowFile(id)), { force: true });
  }

  /** Deletes the temporary files of killed processes, and puts back what they were removing. */
  async sweep(): Promise<void> {
    const names = await readdir(this.folder).catch(() => []);
    for (const name of names) if (TEMPORARY.test(name)) await this.deleteFile(name);
    const removed = groupBy(
      names.filter((name) => BEING_REMOVED.test(name)),
      (name) => nameOf(name).replace(FILE_SUFFIX, ''),
    );
    for (const [id, files] of removed) {
      const workflow = files.find((name) => nameOf(name) === workflowFile(id));
      const manifests = files.filter((name) => name !== workflow);
      // Without its workflow, a manifest is what is left of a removal that was almost complete.
      if (workflow === undefined) for (const one of manifests) await this.deleteFile(one);
      else if (await this.restore(workflow)) for (const one of manifests) await this.restore(one);
    }
  }

  private get folder(): string {
    return join(this.config.current().data_dir, 'workflows');
  }

  private temporaryPath(): string {
    return join(this.folder, `.${this.ids.token(12)}.part`);
  }

  /** The names of each workflow's files, by name. */
  private filesByWorkflow(): ReadonlyMap<string, string[]> {
    const names = readingFolder(() => readdirSync(this.folder)) ?? [];
    return groupBy(names.filter((name) => /^[^.].*\.json$/s.test(name)).sort(), (name) =>
      name.replace(FILE_SUFFIX, ''),
    );
  }

  private stat(name: string): FolderFile | null {
    const state = this.lookAt(name);
    if (!state) return null;
    const { mtimeNs, ctimeNs, size, ino } = state;
    const changedAt = Number(ctimeNs / 1_000_000n);
    return { name, stamp: `${mtimeNs}.${ctimeNs}.${size}.${ino}`, changedAt, size: Number(size) };
  }

  private lookAt(name: string): BigIntStats | null {
    const path = join(this.folder, name);
    return readingFolder(() => lstatSync(path, { bigint: true }));
  }

  /** Renames a file to a hidden name; `null` if there is no such file. */
  private async hide(name: string): Promise<string | null> {
    const hidden = `.${name}.${this.ids.token(12)}.removing`;
    const renamed = rename(join(this.folder, name), join(this.folder, hidden));
    return ifPresent(renamed.then(() => hidden));
  }

  /** Gives a hidden file its name back, unless another file has the name by now. @returns whether it has its name */
  private async restore(hidden: string): Promise<boolean> {
    const name = nameOf(hidden);
    const [from, to] = [join(this.folder, hidden), join(this.folder, name)];
    const isRestored = await linkOrMove(from, to).catch(() => false);
    if (isRestored) await this.deleteFile(hidden);
    else
      this.logger.warn(
        `a removal of ${name} was interrupted, and the name is taken or can't be written: ` +
          `the removed file is ${hidden} in the workflows folder; rename or delete it`,
      );
    return isRestored;
  }

  private async deleteFile(name: string): Promise<void> {
    await rm(join(this.folder, name), { force: true }).catch(() => undefined);
  }

  private async requireSpace(bytes: number): Promise<void> {
    await requireFreeSpace(this.folder, bytes, this.config.current().limits);
  }

  /** Flushes the folder, so that renames survive a power cut, on systems that support it. */
  private async flush(): Promise<void> {
    const handle = await open(this.folder, 'r').catch(() => null);
    await handle?.sync().catch(() => undefined);
    await handle?.close();
  }
}

/** `null` if the folder, or the file in it, doesn't exist. @throws UnreadableFile */
function readingFolder<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    const { code = 'error' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new UnreadableFile(`the workflows folder can't be read (${code})`);
  }
}

const nameOf = (hidden: string): string => BEING_REMOVED.exec(hidden)?.groups?.['name'] ?? '';
const workflowFile = (id: string): string => `${id}.json`;
const manifestFile = (id: string): string => `${id}.manifest.json`;

/** Decodes UTF-8; `null` for other bytes, because replacement characters would silently change the text. */
export function decodeUtf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function requireReadable(state: { isFile(): boolean; size: number }): void {
  if (!state.isFile()) throw new UnreadableFile('is not a regular file');
  if (state.size > MAX_FILE_BYTES)
    throw new UnreadableFile(`is larger than ${MAX_FILE_BYTES / 1024 / 1024} MiB`);
}

async function writeFlushed(path: string, text: string): Promise<void> {
  const handle = await open(path, 'wx', 0o644);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
