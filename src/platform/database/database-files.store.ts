import { copyFileSync, existsSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UserError } from '../errors/user-error';
import { makeFolder } from '../make-folder.store';
import { isLogDamaged } from './write-ahead-log.store';

const DAMAGED_LOG = /-wal\.damaged-[0-9]+$/;

const DELETED =
  'The database file was deleted, moved or replaced while the service is using it, so new requests are refused. Stop the service, put the file back or restore a backup, and start it again.';
const EMPTY_BESIDE_FILES =
  'The database is new, but the data folder was in use before. If you did not mean to start over, stop the service and look at database.url, or restore a backup.';

/** The database file itself, whatever symbolic links lead to it. Creates its folder. @throws UserError */
export function realDatabasePath(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  makeFolder(
    dirname(path),
    `The folder of the database ${path}`,
    'Set KINORA_DATABASE_URL or database.url to a file in a folder that this user may write to.',
  );
  return join(realpathSync(dirname(path)), basename(path));
}

/**
 * Under a second name the file has another lock, and another write-ahead log.
 * @throws UserError if the file has hard links
 */
export function refuseHardLinks(path: string): void {
  if (!existsSync(path) || statSync(path).nlink < 2) return;
  throw new UserError(
    `${path} has a second name (a hard link), under which another server could use the same database. ` +
      'Delete the other name, or use a copy of the file (cp).',
  );
}

/** The files of an SQLite database, looked at before it is opened. */
export class DatabaseFilesStore {
  private opened: Stats | null = null;

  private constructor(
    private readonly path: string,
    /** Problems that only show before the database is opened. */
    readonly startProblems: readonly string[],
  ) {}

  /**
   * @param wasUsed whether a server has used the data folder before
   * @param now for the name of the copy of a damaged log: milliseconds since 1970
   */
  static inspect(path: string, wasUsed: boolean, now: number): DatabaseFilesStore {
    const isNew = !existsSync(path) || statSync(path).size === 0;
    const problems = isNew && wasUsed ? [EMPTY_BESIDE_FILES] : [];
    // SQLite overwrites what it could not replay.
    if (isLogDamaged(`${path}-wal`)) copyFileSync(`${path}-wal`, `${path}-wal.damaged-${now}`);
    return new DatabaseFilesStore(path, [...problems, ...damagedLogs(path)]);
  }

  /** Call it once the database is open. */
  remember(): void {
    this.opened = statSync(this.path);
  }

  /** A sentence when the open file is no longer the one under this name. */
  problem(): string | null {
    if (!this.opened) return null;
    const current = statSync(this.path, { throwIfNoEntry: false });
    return current?.ino === this.opened.ino && current.dev === this.opened.dev ? null : DELETED;
  }
}

/** A sentence for every copy of a damaged write-ahead log that still lies beside the database. */
export function damagedLogs(path: string): readonly string[] {
  const copies = readdirSync(dirname(path)).filter(
    (name) => name.startsWith(basename(path)) && DAMAGED_LOG.test(name),
  );
  return copies.map(
    (name) =>
      `The database's write-ahead log was damaged, and its last changes are missing. Its copy is ${name}. Restore a backup, or delete the copy to go on without these changes.`,
  );
}
