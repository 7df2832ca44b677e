import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DatabaseInUse } from '../../../platform/database/instance-lock';
import { SqliteLock } from '../../../platform/database/sqlite-lock.store';
import { UserError } from '../../../platform/errors/user-error';
import { flushFile, flushFolder } from '../../../platform/flush.store';
import { makeFolder } from '../../../platform/make-folder.store';
import { type Manifest, MANIFEST_FILE, parseManifest } from './manifest';

/** Holds an unfinished backup. The next one continues it. */
const PARTIAL = '.partial';
/** Begins the name of a backup that is being deleted. */
const DELETING = '.deleting-';
const DELETING_NAME = /^\.deleting-/;
const BACKUP_NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z$/;

/** One subfolder per backup, named by its time; an unfinished one is in `.partial`. */
export class BackupFolder {
  private constructor(
    private readonly folder: string,
    private readonly lock: SqliteLock,
  ) {}

  /** Creates the folder and locks it against concurrent backups. @throws UserError */
  static async open(folder: string, startedAt: string): Promise<BackupFolder> {
    const advice = 'Name a folder that this user may write to.';
    makeFolder(folder, folder, advice);
    // Backups hold what only the service's user may read.
    makeFolder(join(folder, PARTIAL), folder, advice, 0o700);
    const note = { pid: process.pid, started_at: startedAt };
    const lock = await SqliteLock.acquire(join(folder, '.backup'), note).catch((error: unknown) => {
      if (!(error instanceof DatabaseInUse)) throw error;
      throw new UserError(`Another backup to ${folder} is running. Wait until it has ended.`);
    });
    return new BackupFolder(folder, lock);
  }

  /** Where the backup is made. */
  get partial(): string {
    return join(this.folder, PARTIAL);
  }

  /** The newest complete backup; `null` if there is none. */
  get newest(): string | null {
    return newestBackup(this.folder);
  }

  /** Writes the manifest, and makes the backup visible. @returns its folder */
  async publish(manifest: Manifest): Promise<string> {
    const file = join(this.partial, MANIFEST_FILE);
    await writeFile(file, `${JSON.stringify(manifest, null, 2)}\n`);
    await flushFile(file);
    await flushFolder(this.partial);
    const target = join(this.folder, nameOf(manifest.created_at));
    await rename(this.partial, target);
    await flushFolder(this.folder);
    return target;
  }

  /** Deletes the oldest backups, so that `count` complete ones stay, and what interrupted deletions have left. */
  async keepNewest(count: number, published: string): Promise<Deletion> {
    // By name, the new one is not the newest if another was made while the clock was ahead.
    const earlier = completeBackups(this.folder).filter((name) => name !== basename(published));
    const names = earlier.slice(0, Math.max(0, earlier.length - count + 1));
    const failed: string[] = [];
    const succeeds = async (path: string, work: Promise<void>): Promise<boolean> => {
      const error: unknown = await work.then(
        () => null,
        (reason: unknown) => reason,
      );
      if (error !== null) failed.push(`${path} (${(error as Error).message})`);
      return error === null;
    };
    for (const name of names) {
      const old = join(this.folder, name);
      // What an interrupted deletion leaves must not look like a backup.
      await succeeds(old, rename(old, join(this.folder, DELETING + name)));
    }
    let deleted = 0;
    for (const name of foldersLike(this.folder, DELETING_NAME)) {
      const old = join(this.folder, name);
      if (await succeeds(old, rm(old, { recursive: true }))) deleted += 1;
    }
    return { deleted, failed };
  }

  /** Complete backups that count as newer than any made now. */
  datedAfter(now: number): readonly string[] {
    return completeBackups(this.folder)
      .map((name) => join(this.folder, name))
      .filter((folder) => isDatedAfter(folder, now));
  }

  async release(): Promise<void> {
    await this.lock.release();
  }
}

export interface Deletion {
  /** How many are deleted. */
  readonly deleted: number;
  /** Folders that could not be deleted, each with the reason. */
  readonly failed: readonly string[];
}

const nameOf = (createdAt: string): string => createdAt.replace(/[:.]/g, '-');

/** Whether the name of a backup lies in the future: it was made while the clock was ahead. */
export function isDatedAfter(folder: string, now: number): boolean {
  return basename(folder) > nameOf(new Date(now).toISOString());
}

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Sorted by name. */
function foldersLike(folder: string, pattern: RegExp): readonly string[] {
  return readdirSync(folder)
    .filter((name) => pattern.test(name) && isFolder(join(folder, name)))
    .sort();
}

/** Oldest first. One without a manifest is not complete: another program may be copying it here. */
function completeBackups(folder: string): readonly string[] {
  return foldersLike(folder, BACKUP_NAME).filter((name) =>
    existsSync(join(folder, name, MANIFEST_FILE)),
  );
}

function newestBackup(folder: string): string | null {
  const name = completeBackups(folder).at(-1);
  return name === undefined ? null : join(folder, name);
}

export interface Backup {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** `source` is a backup, or a folder of backups whose newest is used. @throws UserError */
export function findBackup(source: string): Backup {
  if (!isFolder(source)) throw new UserError(`There is no folder ${source}.`);
  const folder = existsSync(join(source, MANIFEST_FILE)) ? source : newestBackup(source);
  if (folder === null || basename(folder) === PARTIAL)
    throw new UserError(`There is no complete backup in ${source}.`);
  const manifest = parseManifest(readFileSync(join(folder, MANIFEST_FILE), 'utf8'), folder);
  return { folder, manifest };
}
