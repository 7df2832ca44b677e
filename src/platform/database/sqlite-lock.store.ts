import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { OPEN_READONLY } from 'sqlite3';
import { asDiskError, DiskFull } from '../errors/disk-full';
import { UserError } from '../errors/user-error';
import { DatabaseInUse, type InstanceLock, type InstanceNote } from './instance-lock';
import { SqliteHandle } from './sqlite-handle';

/**
 * Keeps a second server off a file or folder. The lock is an exclusive transaction on `<path>.lock`: the operating
 * system releases it when the process ends, however it ends.
 */
export class SqliteLock implements InstanceLock {
  /** The lock of an open file lasts as long as the process. */
  readonly isHeld = true;
  readonly evicted = new Promise<never>(() => undefined);

  private constructor(private readonly handle: SqliteHandle) {}

  /**
   * @param subject what the error says that the other server is using
   * @throws DatabaseInUse naming the process that holds it, UserError if the folder can't be used
   */
  static async acquire(path: string, note: InstanceNote, subject = path): Promise<SqliteLock> {
    const handle = await openBeside(path);
    try {
      await handle.execute('PRAGMA locking_mode = EXCLUSIVE');
      await handle.execute('BEGIN EXCLUSIVE');
      writeFileSync(notePath(path), JSON.stringify(note));
      return new SqliteLock(handle);
    } catch (error) {
      await handle.close();
      if (!isBusy(error)) throw unusableFolder(path, error);
      throw new DatabaseInUse(
        `Another Kinora server${describe(path)} is using ${subject}. ` +
          'Stop it first, or give this one its own KINORA_DATA_DIR.',
        { cause: error },
      );
    }
  }

  /** What the process that holds the lock wrote about itself; `null` when nobody holds it. Takes no lock that lasts. */
  static async holder(path: string): Promise<Partial<InstanceNote> | null> {
    if (!existsSync(`${path}.lock`)) return null;
    const handle = await SqliteHandle.open(`${path}.lock`, OPEN_READONLY);
    try {
      await handle.execute('PRAGMA busy_timeout = 0');
      await handle.first('SELECT count(*) FROM sqlite_master');
      return null;
    } catch (error) {
      if (!isBusy(error)) throw error;
      return readNote(path) ?? {};
    } finally {
      await handle.close();
    }
  }

  async release(): Promise<void> {
    await this.handle.close();
  }
}

async function openBeside(path: string): Promise<SqliteHandle> {
  try {
    mkdirSync(dirname(path), { recursive: true });
    return await SqliteHandle.open(`${path}.lock`);
  } catch (error) {
    throw unusableFolder(path, error);
  }
}

function unusableFolder(path: string, error: unknown): UserError {
  const advice =
    asDiskError(error) instanceof DiskFull
      ? 'Free some space on its disk.'
      : 'Let this user write to it, or set KINORA_DATA_DIR (of a database KINORA_DATABASE_URL) to another one.';
  return new UserError(
    `The folder ${dirname(path)} can't be used (${(error as Error).message}). ${advice}`,
    { cause: error },
  );
}

const isBusy = (error: unknown): boolean => (error as { code?: string }).code === 'SQLITE_BUSY';

const notePath = (path: string): string => `${path}.owner.json`;

function describe(path: string): string {
  const note = readNote(path);
  return note ? ` (process ${note.pid}, started ${note.started_at})` : '';
}

function readNote(path: string): InstanceNote | null {
  try {
    return JSON.parse(readFileSync(notePath(path), 'utf8')) as InstanceNote;
  } catch {
    return null;
  }
}
