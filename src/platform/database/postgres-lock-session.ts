import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import type { Client } from 'pg';
import { UserError } from '../errors/user-error';
import { DatabaseInUse } from './instance-lock';

/** Any number that only Kinora uses: one lock per database. */
const LOCK = 0x4b_49_4e_4f_52_41;

/** Timeout of each step. Milliseconds. */
const TIMEOUT_MS = 5_000;

/** The server that acquires the lock. */
export interface LockRequester {
  /** Shown to a second server, which names it in its error message. */
  readonly name: string;
  /** Backend process ids of its sessions, also of those that it has given up and PostgreSQL has not closed yet. */
  readonly ownPids: Set<number>;
}

/** Our own previous session still held the lock and has been terminated: try again. */
export class PreviousSessionTerminated extends Error {}

/**
 * One connection that holds the session-wide advisory lock as long as it lives. Its `application_name` names the
 * holder.
 */
export class PostgresLockSession {
  private readonly end = new AbortController();

  private constructor(
    private readonly client: Client,
    private readonly socket: Socket,
  ) {
    client.once('end', () => this.end.abort());
  }

  /**
   * @throws DatabaseInUse naming the process that holds it, {@link PreviousSessionTerminated}, UserError if the server can't be
   * reached.
   */
  static async open(url: string, requester: LockRequester): Promise<PostgresLockSession> {
    const socket = new Socket();
    const client = newClient(url, requester.name, socket);
    const session = new PostgresLockSession(client, socket);
    await connect(client);
    try {
      await session.acquire(requester);
    } catch (error) {
      await session.close();
      throw error;
    }
    return session;
  }

  /** Aborted when the connection, and with it the lock, is lost. */
  get lost(): AbortSignal {
    return this.end.signal;
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

  private async acquire(requester: LockRequester): Promise<void> {
    // Before the lock, because the query for the lock may time out and succeed nevertheless.
    const pid = await this.client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    for (const row of pid.rows) requester.ownPids.add(row.pid);
    for (;;) {
      const { rows } = await this.client.query<{ acquired: boolean }>(
        'SELECT pg_try_advisory_lock($1) AS acquired',
        [LOCK],
      );
      if (rows[0]?.acquired === true) return;
      const holder = await this.holder();
      if (holder) await this.handleOtherHolder(holder, requester);
      // The holder ended between the two queries: try again.
    }
  }

  /**
   * Terminates a session of our own: the lost one, or one of an attempt that timed out. Throws {@link DatabaseInUse} when
   * another server holds the lock.
   */
  private async handleOtherHolder(
    holder: Holder,
    { name, ownPids }: LockRequester,
  ): Promise<never> {
    if (!ownPids.has(holder.pid) || holder.application_name !== name)
      throw new DatabaseInUse(
        `Another ${holder.application_name} is using this database. ` +
          'Stop it first, or give this one its own database.',
      );
    await this.client.query('SELECT pg_terminate_backend($1)', [holder.pid]);
    throw new PreviousSessionTerminated();
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
  // Loaded on demand, so that installs with SQLite start faster.
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
        'Check KINORA_DATABASE_URL or database.url, and whether the server runs.',
      { cause: error },
    );
  }
}
