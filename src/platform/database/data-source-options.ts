import type { EventEmitter } from 'node:events';
import { OPEN_READONLY } from 'sqlite3';
import type { DataSourceOptions } from 'typeorm';
import { MIGRATIONS } from './migrations';
import { postgresClient } from './postgres-client';
import { PREPARING_DRIVER } from './prepared-statements';

/** `sqlite:<path>` or `postgres://…`, as `database.url` and KINORA_DATABASE_URL take it. */
export type DatabaseUrl = string;

/** Path of the SQLite file, or `null` where the URL names PostgreSQL. */
export function sqlitePath(url: DatabaseUrl): string | null {
  return url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : null;
}

/** How long a statement waits for another process (the key CLI) to finish writing. Milliseconds. */
const BUSY_TIMEOUT_MS = 10_000;

/**
 * The pool and TypeORM listen to the errors of a connection, but not between its opening and its first use. An error that
 * nobody listens to ends the process; with this listener, the statement fails instead.
 */
const postgresPool = () => ({
  Client: postgresClient(),
  onConnect: (client: EventEmitter): void => {
    client.on('error', () => undefined);
  },
});

/** The data source that writes, and that brings the schema up to date on start. */
export function writeOptions(url: DatabaseUrl): DataSourceOptions {
  const path = sqlitePath(url);
  const common = {
    synchronize: false,
    migrationsRun: true,
    migrationsTransactionMode: 'each' as const,
    migrations: [...MIGRATIONS],
  };
  return path === null
    ? { ...common, type: 'postgres', url, poolSize: 10, extra: postgresPool() }
    : {
        ...common,
        type: 'sqlite',
        driver: PREPARING_DRIVER,
        database: path,
        enableWAL: true,
        busyTimeout: BUSY_TIMEOUT_MS,
      };
}

/** The data source that only reads: on SQLite a read-only handle, so that no open transaction is ever visible. */
export function readOptions(url: DatabaseUrl): DataSourceOptions {
  const path = sqlitePath(url);
  return path === null
    ? { type: 'postgres', url, poolSize: 10, extra: postgresPool(), synchronize: false }
    : {
        type: 'sqlite',
        driver: PREPARING_DRIVER,
        database: path,
        flags: OPEN_READONLY,
        busyTimeout: BUSY_TIMEOUT_MS,
        synchronize: false,
      };
}
