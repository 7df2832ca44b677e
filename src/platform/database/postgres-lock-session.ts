import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import type { Client } from 'pg';
import { UserError } from '../errors/user-error';
import { DatabaseInUse } from './instance-lock';

/** Any number that only Kinora uses: one lock per database. */
const LOCK = 0x4b_49_4e_4f_52_41;

/** Timeout of each step. Milliseconds. */
const TIMEOUT_MS = 5_000;

/** The server that wants the lock. */
export interface LockSeeker {
  /** For a second server's message. */
  readonly name: string;
  /** The backend process that held it for us before: PostgreSQL may not have noticed yet that we lost it. */
  readonly before: number | null;
}

/** Our own lost session still holds the lock; it has been terminated. */
export class HeldByOurselves extends Error {}

/**
 * One connection that holds the session-wide advisory lock as long as it lives. Its `application_name` names the
 * holder.
 */
export class PostgresLockSession {
  private readonly end = new AbortController();
  private pid: number | null = null;

  private constructor(
    private readonly client: Client,
    private readonly socket: Socket,
  ) {
    client.once('end', () => this.end.abort());
  }

  /**
   * @throws DatabaseInUse naming the process that holds it, {@link HeldByOurselves}, UserError if the server can't be
   * reached.
   */
  static async open(url: string, seeker: LockSeeker): Promise<PostgresLockSession> {
    const socket = new Socket();
    const client = newClient(url, seeker.name, socket);
    const session = new PostgresLockSession(client, socket);
    await connect(client);
    try {
      await session.take(seeker);
    } catch (error) {
      await session.close();
      throw error;
    }
    return session;
  }

  /** Aborted once the connection is gone, and the lock with it. */
  get gone(): AbortSignal {
    return this.end.signal;
  }

  /** The backend process; `null` until the lock is acquired. */
  get backend(): number | null {
    return this.pid;
  }

  /** Rejects, and destroys the socket, when the connection is dead. */
  async ping(): Promise<void> {
    try {
      await this.client.query('SELECT 1');
    } catch (error) {
      this.socket.destroy();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.client.end().catch(() => undefined);
  }

  private async take(seeker: LockSeeker): Promise<void> {
    for (;;) {
      const { rows } = await this.client.query<{ taken: boolean; pid: number }>(
        'SELECT pg_try_advisory_lock($1) AS taken, pg_backend_pid() AS pid',
        [LOCK],
      );
      if (rows[0]?.taken === true) {
        this.pid = rows[0].pid;
        return;
      }
      const holder = await this.holder();
      if (holder) await this.giveWay(holder, seeker);
      // The holder ended between the two queries: try again.
    }
  }

  /** Terminates a dead session of our own; refuses to take the lock from anybody else. */
  private async giveWay(holder: Holder, { name, before }: LockSeeker): Promise<never> {
    if (holder.pid !== before || holder.application_name !== name)
      throw new DatabaseInUse(
        `Another ${holder.application_name} is using this database. ` +
          'Stop it first, or give this one its own database.',
      );
    await this.client.query('SELECT pg_terminate_backend($1)', [holder.pid]);
    throw new HeldByOurselves();
  }

  private async holder(): Promise<Holder | undefined> {
    const { rows } = await this.client.query<Holder>(
      `SELECT a.pid, a.application_name FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
       WHERE l.locktype = 'advisory' AND l.granted AND a.datname = current_database()
         AND (l.classid::bigint << 32 | l.objid::bigint) = $1 LIMIT 1`,
      [LOCK],
    );
    return rows[0];
  }
}

interface Holder {
  readonly pid: number;
  readonly application_name: string;
}

function newClient(url: string, name: string, socket: Socket): Client {
  // Loaded only when needed: installs with SQLite don't wait for this driver.
  const driver = createRequire(__filename)('pg') as { readonly Client: typeof Client };
  const client = new driver.Client({
    connectionString: url,
    application_name: name,
    stream: () => socket,
    keepAlive: true,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  // An unhandled error event would end the process; the `end` event follows.
  client.on('error', () => undefined);
  return client;
}

async function connect(client: Client): Promise<void> {
  try {
    await client.connect();
  } catch (error) {
    throw new UserError(
      `The PostgreSQL server can't be used (${(error as Error).message}). ` +
        'Look at KINORA_DATABASE_URL or database.url, and whether the server runs.',
      { cause: error },
    );
  }
}
