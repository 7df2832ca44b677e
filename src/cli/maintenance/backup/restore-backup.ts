import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { LibraryCopyResult } from '../../../modules/media/public/library-copy';
import { KNOWN_MIGRATIONS } from '../../../platform/database/applied-migrations';
import { makeDataFolder, RESTORE_MARKER } from '../../../platform/database/data-folder.store';
import { sqlitePath } from '../../../platform/database/data-source-options';
import {
  databaseKind,
  type DatabaseRows,
  forgetEventIds,
  isEmptyDatabase,
  openRows,
} from '../../../platform/database/database-snapshot.store';
import { loadPostgres } from '../../../platform/database/postgres-tools';
import { SqliteLock } from '../../../platform/database/sqlite-lock.store';
import { UserError } from '../../../platform/errors/user-error';
import { sha256OfFile } from '../../../platform/file-hash.store';
import { flushFile, flushFolder } from '../../../platform/flush.store';
import { freeBytes } from '../../../platform/free-space.store';
import type { Settings } from '../settings';
import type { Backup } from './backup-folder';
import { libraryCopy } from './library-copy';
import { type Manifest, STAGING_KEY, WORKFLOWS } from './manifest';
import { copySmallFile, copyTree } from './small-files';

/** What a data folder may hold before a restore: locks, and what file systems put into an empty one. */
const IGNORED =
  /\.(?:lock|lock-journal|owner\.json)$|^\.restoring\.part$|^lost\+found$|^\.DS_Store$/;

export interface RestoreResult extends Backup {
  /** Paths of media that the backup doesn't hold, or not as its database says. */
  readonly absent: readonly string[];
}

/**
 * Restores a backup into an empty data folder and an empty database. No server starts on the folder until the restore is
 * complete; an interrupted restore is resumed by the same call. @throws UserError
 */
export async function restoreBackup(
  { config }: Settings,
  backup: Backup,
  now: number,
): Promise<RestoreResult> {
  refuseUnfit(backup, config.database.url);
  await refuseDamaged(backup);
  const { data_dir, database } = config;
  makeDataFolder(data_dir);
  const note = { pid: process.pid, started_at: new Date(now).toISOString() };
  const lock = await SqliteLock.acquire(join(data_dir, 'server'), note, data_dir);
  try {
    await markAsRestoring(data_dir, backup, database.url);
    await restoreDatabase(backup, database.url);
    await forgetEventIds(database.url);
    const library = await restoreListedFiles(config, backup);
    await flushFolder(data_dir);
    await rm(join(data_dir, RESTORE_MARKER));
    return { ...backup, absent: [...library.missing, ...library.damaged] };
  } finally {
    await lock.release();
  }
}

function refuseUnfit({ folder, manifest }: Backup, url: string): void {
  const { kind, migrations } = manifest.database;
  if (migrations.some((name) => !KNOWN_MIGRATIONS.includes(name)))
    throw new UserError(
      `${folder} was made by a newer version of Kinora (${manifest.kinora}). Restore it with that version.`,
    );
  if (kind !== databaseKind(url))
    throw new UserError(
      `${folder} holds a database of ${DATABASE_NAMES[kind]}, and database.url names one of ${DATABASE_NAMES[databaseKind(url)]}. ` +
        'Set KINORA_DATABASE_URL or database.url to the same kind.',
    );
}

/** The database only: of the media, as much as possible is restored. @throws UserError */
async function refuseDamaged({ folder, manifest }: Backup): Promise<void> {
  const { file, sha256 } = manifest.database;
  const copy = join(folder, file);
  if (existsSync(copy) && (await sha256OfFile(copy)) === sha256) return;
  throw new UserError(
    `${folder} is damaged: ${file} is missing, or has another content than when made. Use another backup.`,
  );
}

const DATABASE_NAMES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

/** Refuses to overwrite anything, and marks the folder as being restored from this backup. @throws UserError */
async function markAsRestoring(dataDir: string, { manifest }: Backup, url: string): Promise<void> {
  const marker = join(dataDir, RESTORE_MARKER);
  const source = JSON.stringify({ created_at: manifest.created_at });
  if (!existsSync(marker)) {
    await refuseUsed(dataDir, url);
    await refuseTooLittleSpace(dataDir, manifest);
    await writeFile(`${marker}.part`, source);
    await flushFile(`${marker}.part`);
    await rename(`${marker}.part`, marker);
    await flushFolder(dataDir);
  } else if (readFileSync(marker, 'utf8') !== source)
    throw new UserError(
      `Another backup was being restored into ${dataDir}. Restore that one again, or empty the folder.`,
    );
}

/** @throws UserError */
async function refuseUsed(dataDir: string, url: string): Promise<void> {
  const names = readdirSync(dataDir).filter((name) => !IGNORED.test(name));
  if (names.length > 0)
    throw new UserError(
      `${dataDir} is not empty (${names.slice(0, 5).join(', ')}). Nothing is overwritten: move it away, ` +
        'or set KINORA_DATA_DIR to a new folder.',
    );
  const path = sqlitePath(url);
  if (path === null) {
    if (!(await isEmptyPostgres(url)))
      throw new UserError('The database of database.url has tables. Restore into an empty one.');
  } else if (['', '-wal', '-shm'].some((suffix) => existsSync(path + suffix)))
    throw new UserError(`${path} exists, or its log does. Nothing is overwritten: move it away.`);
}

/** @throws UserError */
async function refuseTooLittleSpace(dataDir: string, { database, media }: Manifest): Promise<void> {
  const needed = database.size_bytes + media.size_bytes;
  const free = await freeBytes(dataDir);
  if (needed > free)
    throw new UserError(
      `The backup takes ${inMib(needed)}, and the disk of ${dataDir} has ${inMib(free)} free. Nothing was restored.`,
    );
}

const inMib = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20)} MiB`;

/** All of it or nothing; does nothing when an interrupted restore has done it. */
async function restoreDatabase({ folder, manifest }: Backup, url: string): Promise<void> {
  const copy = join(folder, manifest.database.file);
  const path = sqlitePath(url);
  if (path === null) {
    if (await isEmptyPostgres(url)) await loadPostgres(url, copy);
  } else if (!existsSync(path)) {
    const part = `${path}.part`;
    await copySmallFile(copy, part);
    await rename(part, path);
    await flushFolder(dirname(path));
  }
}

/** Restores the files that the backup's database lists. */
async function restoreListedFiles({ data_dir, database }: Settings['config'], backup: Backup) {
  const rows = await openRows(rowsUrl(backup, database.url));
  try {
    return await restoreFiles(backup, rows, data_dir);
  } finally {
    await rows.close();
  }
}

async function isEmptyPostgres(url: string): Promise<boolean> {
  const rows = await openRows(url);
  try {
    return await isEmptyDatabase(rows);
  } finally {
    await rows.close();
  }
}

/** Where the rows of the restored database are read without changing it. */
const rowsUrl = ({ folder, manifest }: Backup, url: string): string =>
  manifest.database.kind === 'sqlite' ? `sqlite:${join(folder, manifest.database.file)}` : url;

async function restoreFiles(
  { folder }: Backup,
  rows: DatabaseRows,
  dataDir: string,
): Promise<LibraryCopyResult> {
  await copySmallFile(join(folder, STAGING_KEY), join(dataDir, STAGING_KEY));
  await copyTree(join(folder, WORKFLOWS), join(dataDir, WORKFLOWS));
  const library = await libraryCopy();
  return library.copy(rows, {
    from: join(folder, 'media'),
    to: join(dataDir, 'media'),
    earlier: null,
  });
}
