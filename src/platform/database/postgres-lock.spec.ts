import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Logger } from '@nestjs/common';
import { Client } from 'pg';
import { describeWith } from '../../../test/support/required-programs';
import { eventually } from '../../../test/support/eventually';
import { ManualClock } from '../../../test/support/manual-clock';
import { type PostgresServer, startPostgres } from '../../../test/support/postgres';
import { SystemClock } from '../clock/clock';
import { DatabaseInUse } from './instance-lock';
import { PostgresLock } from './postgres-lock';
import { PostgresLockSession, PreviousSessionTerminated } from './postgres-lock-session';

const NOTE = { pid: 11, started_at: '2030-01-01T00:00:00.000Z' };
const OTHER = { pid: 22, started_at: '2030-01-01T00:00:00.000Z' };

/** The locks of the test's own database: services of other test files use the same server. */
const OWN_LOCKS =
  "FROM pg_locks WHERE locktype = 'advisory' AND database = " +
  '(SELECT oid FROM pg_database WHERE datname = current_database())';

/** Forwards bytes until it is muted; both ends then stay connected. */
async function relay(to: number): Promise<{ port: number; silence(): void; close(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const onward = connect(to, '127.0.0.1');
    for (const socket of [client, onward]) sockets.add(socket.on('error', () => undefined));
    client.pipe(onward).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    silence: () => sockets.forEach((socket) => socket.unpipe().pause()),
    close: () => {
      sockets.forEach((socket) => socket.destroy());
      server.close();
    },
  };
}

describeWith('postgres', 'the lock on a PostgreSQL database', () => {
  let server: PostgresServer;
  let url: string;
  let admin: Client;
  let count = 0;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    server = await startPostgres();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    url = server.createDatabase(`lock_${(count += 1)}`);
    admin = new Client({ connectionString: url });
    await admin.connect();
  });
  afterEach(() => admin.end());

  /** The server's processes that have the lock, or wait for it. */
  async function sessions(granted: boolean): Promise<number[]> {
    const { rows } = await admin.query<{ pid: number }>(
      `SELECT pid ${OWN_LOCKS} AND granted = $1`,
      [granted],
    );
    return rows.map(({ pid }) => pid);
  }

  /** Kills the connection that has the lock. @returns its process */
  async function kill(): Promise<number> {
    const [pid = 0] = await sessions(true);
    await admin.query('SELECT pg_terminate_backend($1)', [pid]);
    return pid;
  }

  it('refuses a second server and names the holder', async () => {
    const lock = await PostgresLock.acquire(url, NOTE, new SystemClock());
    const second = PostgresLock.acquire(url, OTHER, new SystemClock());
    await expect(second).rejects.toThrow(DatabaseInUse);
    await expect(second).rejects.toThrow('process 11, started 2030-01-01T00:00:00');
    await lock.release();
    await (await PostgresLock.acquire(url, OTHER, new SystemClock())).release();
  });

  it('is reacquired when its connection is killed', async () => {
    const lock = await PostgresLock.acquire(url, NOTE, new SystemClock());
    const killed = await kill();
    await eventually(async () => (await sessions(true)).some((pid) => pid !== killed));
    await eventually(() => Promise.resolve(lock.isHeld));
    await expect(PostgresLock.acquire(url, OTHER, new SystemClock())).rejects.toThrow('process 11');
    await lock.release();
    await eventually(async () => (await sessions(true)).length === 0);
  });

  it('is taken from an earlier session of the same server, not from a server of the same name', async () => {
    const requester = { name: 'kinora server (33)', ownPids: new Set<number>() };
    const earlier = await PostgresLockSession.open(url, requester);
    const namesake = { name: requester.name, ownPids: new Set<number>() };
    await expect(PostgresLockSession.open(url, namesake)).rejects.toThrow(DatabaseInUse);
    expect(earlier.lost.aborted).toBe(false);
    await expect(PostgresLockSession.open(url, requester)).rejects.toThrow(
      PreviousSessionTerminated,
    );
    const reacquired = await eventually(() =>
      PostgresLockSession.open(url, requester).catch(() => null),
    );
    await reacquired.close();
  });

  it('is lost for good when another server acquired it first', async () => {
    const lock = await PostgresLock.acquire(url, NOTE, new SystemClock());
    const other = new Client({ connectionString: url, application_name: 'kinora server (22)' });
    await other.connect();
    const { rows } = await admin.query<{ key: string }>(
      `SELECT (classid::bigint << 32 | objid::bigint) AS key ${OWN_LOCKS}`,
    );
    const theirs = other.query('SELECT pg_advisory_lock($1)', [rows[0]?.key]);
    await eventually(async () => (await sessions(false)).length === 1);
    await kill();
    await theirs;
    const { message } = await lock.evicted;
    expect(message).toMatch(/^Another kinora server \(22\) is using this database\..*this server/);
    expect(lock.isHeld).toBe(false);
    await lock.release();
    await other.end();
  });

  it('is reacquired when its connection is silently cut and PostgreSQL still counts it as open', async () => {
    const { hostname, port, pathname } = new URL(url);
    const wire = await relay(Number(port));
    const clock = new ManualClock();
    const through = `postgres://kinora@${hostname}:${wire.port}${pathname}`;
    const lock = await PostgresLock.acquire(through, NOTE, clock);
    const [silent] = await sessions(true);
    wire.silence();
    await eventually(async () => {
      await clock.advance(1_000);
      const [pid] = await sessions(true);
      return pid !== undefined && pid !== silent && lock.isHeld;
    });
    await lock.release();
    wire.close();
  });

  it('is not held while PostgreSQL is unreachable', async () => {
    const wire = await relay(Number(new URL(url).port));
    const { hostname, pathname } = new URL(url);
    const through = `postgres://kinora@${hostname}:${wire.port}${pathname}`;
    const lock = await PostgresLock.acquire(through, NOTE, new SystemClock());
    wire.close();
    await eventually(() => Promise.resolve(!lock.isHeld));
    await lock.release();
  });
});
