import { Database } from 'sqlite3';

/** The backup of sqlite3, which its types leave out. */
interface DatabaseWithBackup extends Database {
  backup(file: string, opened: (error: Error | null) => void): Backup;
}

interface Backup {
  readonly completed: boolean;
  /** Copies so many pages; a locked database copies none, without an error. */
  step(pages: number, done: (error: Error | null) => void): void;
  finish(done: () => void): void;
}

/** In one step, so that no change in between makes the copy begin again. */
const ALL_PAGES = -1;

/** One SQLite connection of its own, for what must not share the data sources' connections. */
export class SqliteHandle {
  private constructor(private readonly database: Database) {}

  /** Creates the file if there is none, unless `mode` says otherwise. */
  static open(path: string, mode?: number): Promise<SqliteHandle> {
    return new Promise((resolve, reject) => {
      const opened = (error: Error | null): void => {
        if (error) reject(error);
        else resolve(new SqliteHandle(database));
      };
      const database: Database =
        mode === undefined ? new Database(path, opened) : new Database(path, mode, opened);
    });
  }

  execute(statement: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.database.exec(statement, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  }

  /** The first row of the answer. */
  first<T>(statement: string): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      this.database.get<T>(statement, (error, row) => {
        if (error) reject(error);
        else resolve(row);
      });
    });
  }

  /** All rows of the answer. */
  rows<T>(statement: string, values: readonly unknown[]): Promise<T[]> {
    return new Promise((resolve, reject) => {
      this.database.all<T>(statement, values, (error, rows) => {
        if (error) reject(error);
        else resolve(rows);
      });
    });
  }

  /** Ends the running statements: they fail with the code `SQLITE_INTERRUPT`. */
  interrupt(): void {
    this.database.interrupt();
  }

  /** Copies the database, page by page and as of one instant, to a new file. Others may read and write meanwhile. */
  copyTo(file: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const backup = (this.database as DatabaseWithBackup).backup(file, (opened) => {
        if (opened) reject(opened);
        else step();
      });
      const step = (): void =>
        backup.step(ALL_PAGES, (error) => {
          if (error) reject(error);
          else if (!backup.completed) step();
          else
            backup.finish(() => {
              resolve();
            });
        });
    });
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.database.close(() => {
        resolve();
      });
    });
  }
}
