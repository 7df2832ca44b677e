import { LRUCache } from 'lru-cache';
import sqlite3 from 'sqlite3';

/** Texts of statements that a connection remembers. */
const MAX_STATEMENTS = 300;

type Method = 'run' | 'all';
/** `seen`: sent once; `preparing`: sent again, and prepared in the background. */
type Prepared = sqlite3.Statement | 'seen' | 'preparing';

/**
 * A connection that prepares a statement when it is sent for the second time, and keeps it: sqlite3 otherwise makes two
 * trips to the thread pool for each, one to prepare it and one to run it.
 */
class PreparingDatabase extends sqlite3.Database {
  private readonly prepared = new LRUCache<string, Prepared>({
    max: MAX_STATEMENTS,
    dispose: finalize,
  });

  override run(sql: string, ...rest: unknown[]): this {
    return this.send('run', sql, rest);
  }

  override all(sql: string, ...rest: unknown[]): this {
    return this.send('all', sql, rest);
  }

  /** SQLite closes no connection that has statements. */
  override close(callback?: (error: Error | null) => void): void {
    this.prepared.clear();
    super.close(callback);
  }

  private send(method: Method, sql: string, rest: unknown[]): this {
    const statement = this.statementFor(sql);
    if (statement) statement[method](...rest);
    else super[method](sql, ...rest);
    return this;
  }

  private statementFor(sql: string): sqlite3.Statement | null {
    const prepared = this.prepared.get(sql);
    if (prepared === undefined) this.prepared.set(sql, 'seen');
    if (prepared === 'seen') {
      this.prepared.set(sql, 'preparing');
      const statement = this.prepare(sql, (error: Error | null) => {
        if (error === null && this.prepared.has(sql)) this.prepared.set(sql, statement);
        else finalize(statement);
      });
    }
    return typeof prepared === 'object' ? prepared : null;
  }
}

/** Replaces sqlite3's `verbose()`, which TypeORM calls: it would put prompts and keys into error stacks. */
export const PREPARING_DRIVER = {
  verbose: () => ({ ...sqlite3, Database: PreparingDatabase }),
};

function finalize(statement: Prepared): void {
  if (typeof statement === 'object') statement.finalize();
}
