import { Logger } from '@nestjs/common';
import type { Clock } from '../clock/clock';
import { DatabaseInUse, type InstanceLock, type InstanceNote } from './instance-lock';
import { PostgresLockSession } from './postgres-lock-session';

/** How often an idle connection is pinged: a cut cable sends no event. Milliseconds. */
const HEARTBEAT_MS = 5_000;

/** Time between two attempts to reacquire a lost lock. Milliseconds. */
const RETRY_MS = 500;

/**
 * The lock on PostgreSQL: a session-wide advisory lock on a connection of its own. It is released when the process
 * ends, and also when that connection drops: then it is reacquired, and if another server was faster, this one has to
 * exit.
 */
export class PostgresLock implements InstanceLock {
  private evict: (reason: DatabaseInUse) => void = () => undefined;
  readonly evicted = new Promise<DatabaseInUse>((resolve) => (this.evict = resolve));
  private readonly logger = new Logger('Database');
  private readonly ending = new AbortController();
  private session: PostgresLockSession | null;

  private constructor(
    private readonly open: () => Promise<PostgresLockSession>,
    private readonly clock: Clock,
    first: PostgresLockSession,
  ) {
    this.session = first;
    void this.keepLock(first);
  }

  /** @throws DatabaseInUse naming the process that holds it, UserError if the server can't be reached. */
  static async acquire(url: string, note: InstanceNote, clock: Clock): Promise<PostgresLock> {
    // PostgreSQL cuts longer application names.
    const name = `kinora server (process ${note.pid}, started ${note.started_at})`.slice(0, 63);
    const ownPids = new Set<number>();
    const open = (): Promise<PostgresLockSession> =>
      PostgresLockSession.open(url, { name, ownPids });
    return new PostgresLock(open, clock, await open());
  }

  get isHeld(): boolean {
    return this.session !== null;
  }

  async release(): Promise<void> {
    this.ending.abort();
    await this.session?.close();
  }

  private async keepLock(first: PostgresLockSession): Promise<void> {
    for (let session: PostgresLockSession | null = first; session;) {
      await this.waitUntilLost(session);
      if (this.ending.signal.aborted) return;
      this.session = null;
      this.logger.error('the connection that holds the database lock is lost');
      session = await this.reacquire();
      this.session = session;
    }
  }

  private async waitUntilLost(session: PostgresLockSession): Promise<void> {
    try {
      for (;;) {
        await this.clock.sleep(HEARTBEAT_MS, session.lost);
        await session.ping();
      }
    } catch {
      // The connection is lost: the caller reacquires the lock.
    }
  }

  /** Retries until the lock is reacquired; `null` when another server has it, or when this one stops. */
  private async reacquire(): Promise<PostgresLockSession | null> {
    while (!this.ending.signal.aborted) {
      const session = await this.open().catch((error: unknown) => {
        if (error instanceof DatabaseInUse) this.giveUp(error);
        return null;
      });
      if (session) return this.closeIfReleased(session);
      // Rejects when this server stops, which the loop checks.
      await this.clock.pause(RETRY_MS, this.ending.signal);
    }
    return null;
  }

  /** The new session; closed again, and `null`, when this server has stopped in the meantime. */
  private async closeIfReleased(session: PostgresLockSession): Promise<PostgresLockSession | null> {
    if (this.ending.signal.aborted) {
      await session.close();
      return null;
    }
    this.logger.warn('the database lock is reacquired');
    return session;
  }

  private giveUp(holder: DatabaseInUse): void {
    const reason = new DatabaseInUse(
      `${holder.message} It took the database over while our connection was lost: ` +
        'this server ends, so that no job runs twice.',
      { cause: holder },
    );
    this.logger.error(reason.message);
    this.ending.abort();
    this.evict(reason);
  }
}
