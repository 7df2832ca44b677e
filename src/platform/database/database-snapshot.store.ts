import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { OPEN_READONLY, OPEN_READWRITE } from 'sqlite3';
import { DataSource, type EntityManager } from 'typeorm';
import { UserError } from '../errors/user-error';
import { flushFile } from '../flush.store';
import { appliedMigrations } from './applied-migrations';
import { type DatabaseUrl, readOptions, sqlitePath, writeOptions } from './data-source-options';
import { requireDatabaseFile } from './data-folder.store';
import { DatabaseNotReady } from './database-not-ready';
import { dumpPostgres } from './postgres-tools';
import { SqliteHandle } from './sqlite-handle';

export type DatabaseKind = 'sqlite' | 'postgres';

/** A database to read. */
export interface DatabaseRows {
  readonly manager: EntityManager;
  /** Names of the migrations that have run, in their order. */
  readonly migrations: readonly string[];
  close(): Promise<void>;
}

/** The database as of one instant: a file, and the same rows to read. */
export interface DatabaseSnapshot extends DatabaseRows {
  readonly kind: DatabaseKind;
  /** Absolute. */
  readonly file: string;
}

export const databaseKind = (url: DatabaseUrl): DatabaseKind =>
  sqlitePath(url) === null ? 'postgres' : 'sqlite';

/** The name of a snapshot's file. */
export const SNAPSHOT_FILES: Readonly<Record<DatabaseKind, string>> = {
  sqlite: 'database.sqlite',
  postgres: 'database.dump',
};

/**
 * Copies the database into a folder while a server uses it; replaces an earlier copy.
 * @throws DatabaseNotReady if there is none, UserError if the copy is damaged or a program of PostgreSQL fails
 */
export async function takeSnapshot(url: DatabaseUrl, folder: string): Promise<DatabaseSnapshot> {
  const path = sqlitePath(url);
  const kind = databaseKind(url);
  const file = join(folder, SNAPSHOT_FILES[kind]);
  requireDatabaseFile(url);
  for (const suffix of ['', '-journal']) await rm(`${file}${suffix}`, { force: true });
  const source = await (path === null ? dumped(url, file) : copied(path, file));
  await flushFile(file);
  return { kind, file, ...source };
}

/** Opens a database that nobody changes meanwhile. Creates nothing. */
export async function openRows(url: DatabaseUrl): Promise<DatabaseRows> {
  const source = await connect(url);
  return {
    manager: source.manager,
    migrations: (await appliedMigrations(source)) ?? [],
    close: () => source.destroy(),
  };
}

/** @throws DatabaseNotReady */
async function connect(url: DatabaseUrl): Promise<DataSource> {
  return new DataSource(readOptions(url)).initialize().catch((error: unknown) => {
    throw DatabaseNotReady.unreachable(url, error);
  });
}

/**
 * Deletes the key of the event ids, so that the next start makes another one. A restored database counts events from its backup
 * on: an id of the time after it would name another event.
 */
export async function forgetEventIds(url: DatabaseUrl): Promise<void> {
  const source = await new DataSource({ ...writeOptions(url), migrationsRun: false }).initialize();
  const runner = source.createQueryRunner();
  try {
    // Backups of earlier versions don't have the table.
    if (await runner.hasTable('event_id_keys')) await runner.query('DELETE FROM event_id_keys');
  } finally {
    await runner.release();
    await source.destroy();
  }
}

/** Whether a PostgreSQL database has no tables. */
export async function isEmptyDatabase({ manager }: DatabaseRows): Promise<boolean> {
  const tables = await manager.query<unknown[]>(
    "SELECT 1 FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema') LIMIT 1",
  );
  return tables.length === 0;
}

async function copied(path: string, file: string): Promise<DatabaseRows> {
  const original = await openToRead(path);
  try {
    await original.copyTo(file);
  } finally {
    await original.close();
  }
  await settle(file);
  return openRows(`sqlite:${file}`);
}

/** Reads at once, because SQLite opens the file then. @throws DatabaseNotReady */
async function openToRead(path: string): Promise<SqliteHandle> {
  const handle = await SqliteHandle.open(path, OPEN_READONLY);
  try {
    await handle.first('SELECT count(*) FROM sqlite_master');
    return handle;
  } catch (error) {
    await handle.close();
    throw DatabaseNotReady.unreachable(`sqlite:${path}`, error);
  }
}

/** Makes the copy readable on media that can't be written, and checks that no page is damaged. */
async function settle(file: string): Promise<void> {
  const copy = await SqliteHandle.open(file, OPEN_READWRITE);
  try {
    await copy.execute('PRAGMA journal_mode = DELETE');
    const row = await copy.first<{ quick_check: string }>('PRAGMA quick_check(1)');
    if (row?.quick_check !== 'ok')
      throw new UserError(
        `The database is damaged (${row?.quick_check ?? ''}), so there is no backup of it. Restore an earlier one.`,
      );
  } finally {
    await copy.close();
  }
}

/** The transaction stays open, so that the rows that are read are those of the dump. */
async function dumped(url: DatabaseUrl, file: string): Promise<DatabaseRows> {
  const source = await connect(url);
  try {
    const migrations = (await appliedMigrations(source)) ?? [];
    const runner = source.createQueryRunner();
    await runner.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const [exported] = (await runner.query('SELECT pg_export_snapshot() AS id')) as {
      id: string;
    }[];
    await dumpPostgres(url, exported?.id ?? '', file);
    const close = async (): Promise<void> => {
      await runner.query('ROLLBACK');
      await runner.release();
      await source.destroy();
    };
    return { manager: runner.manager, migrations, close };
  } catch (error) {
    await source.destroy();
    throw error;
  }
}
