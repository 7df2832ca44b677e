import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Database } from 'sqlite3';
import { UserError } from '../errors/user-error';
import { DatabaseInUse, InstanceLock, type InstanceNote } from './instance-lock';

/**
 * One server process per SQLite database. The lock is an exclusive transaction on a file beside the database: the
 * operating system releases it when the process ends, however it ends.
 */
export class SqliteLock extends InstanceLock {
  /** The lock of an open file lasts as long as the process. */
  readonly isHeld = true;
  readonly evicted = new Promise<never>(() => undefined);

  private constructor(private readonly handle: Database) {
    super();
  }

  /** @throws DatabaseInUse naming the process that holds it, UserError if the folder can't be used. */
  static async acquire(databasePath: string, note: InstanceNote): Promise<SqliteLock> {
    const handle = await openBeside(databasePath);
    const notePath = `${databasePath}.owner.json`;
    try {
      await execute(handle, 'PRAGMA locking_mode = EXCLUSIVE');
      await execute(handle, 'BEGIN EXCLUSIVE');
    } catch (error) {
      await close(handle);
      throw new DatabaseInUse(
        `Another Kinora server${describe(notePath)} is using ${databasePath}. ` +
          'Stop it first, or give this one its own KINORA_DATA_DIR.',
        { cause: error },
      );
    }
    writeFileSync(notePath, JSON.stringify(note));
    return new SqliteLock(handle);
  }

  async release(): Promise<void> {
    await close(this.handle);
  }
}

async function openBeside(databasePath: string): Promise<Database> {
  try {
    mkdirSync(dirname(databasePath), { recursive: true });
    return await open(`${databasePath}.lock`);
  } catch (error) {
    throw new UserError(
      `The folder of ${databasePath} can't be used (${(error as Error).message}). ` +
        'Set KINORA_DATA_DIR or data_dir to a folder that this user may write to.',
      { cause: error },
    );
  }
}

function describe(notePath: string): string {
  try {
    const note = JSON.parse(readFileSync(notePath, 'utf8')) as InstanceNote;
    return ` (process ${note.pid}, started ${note.started_at})`;
  } catch {
    return '';
  }
}

const open = (path: string): Promise<Database> =>
  new Promise((resolve, reject) => {
    const handle: Database = new Database(path, (error) => {
      if (error) reject(error);
      else resolve(handle);
    });
  });

const execute = (handle: Database, statement: string): Promise<void> =>
  new Promise((resolve, reject) => {
    handle.exec(statement, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });

const close = (handle: Database): Promise<void> =>
  new Promise((resolve) => {
    handle.close(() => {
      resolve();
    });
  });
