import { createRequire } from 'node:module';
import type { Client } from 'pg';
import { Advice } from '../errors/advice';
import { DatabaseInUse, type InstanceLock, type InstanceNote } from './instance-lock';

/** Any number that only Kinora uses: one lock per database. */
const LOCK = 0x4b_49_4e_4f_52_41;

/**
 * The same promise on PostgreSQL: a session-wide advisory lock on a connection of its own. It goes when the process
 * dies; who holds it stands in the connection's `application_name`.
 */
export class PostgresLock implements InstanceLock {
  private constructor(private readonly client: Client) {}

  /** @throws DatabaseInUse naming the process that holds it, Advice when the server can't be reached. */
  static async take(url: string, note: InstanceNote): Promise<PostgresLock> {
    const name = `kinora server (process ${note.pid}, started ${note.started_at})`;
    // Only here: who keeps to SQLite doesn't wait for a driver that they don't use.
    const driver = createRequire(__filename)('pg') as { readonly Client: typeof Client };
    const client = new driver.Client({
      connectionString: url,
      application_name: name.slice(0, 63),
    });
    // A lost connection must not end the process: the pool behind the data sources tells of it.
    client.on('error', () => undefined);
    await connect(client);
    const { rows } = await client.query<{ taken: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS taken',
      [LOCK],
    );
    if (rows[0]?.taken === true) return new PostgresLock(client);
    const holder = await holderOf(client);
    await client.end();
    throw new DatabaseInUse(
      `Another ${holder} is using this database. Stop it first, or give this one its own database.`,
    );
  }

  async release(): Promise<void> {
    await this.client.end();
  }
}

async function connect(client: Client): Promise<void> {
  try {
    await client.connect();
  } catch (error) {
    throw new Advice(
      `The PostgreSQL server can't be used (${(error as Error).message}). ` +
        'Look at KINORA_DATABASE_URL or database.url, and whether the server runs.',
      { cause: error },
    );
  }
}

async function holderOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ application_name: string }>(
    `SELECT a.application_name FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
     WHERE l.locktype = 'advisory' AND l.granted AND a.datname = current_database()
       AND (l.classid::bigint << 32 | l.objid::bigint) = $1 LIMIT 1`,
    [LOCK],
  );
  return rows[0]?.application_name ?? 'Kinora server';
}
