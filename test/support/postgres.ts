import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { engine } from './required-programs';

/** A PostgreSQL on 127.0.0.1 for tests. */
export interface PostgresServer {
  /** Makes an empty database and returns its address, for `KINORA_DATABASE_URL`. */
  createDatabase(name: string): string;
  stop(): Promise<void>;
}

let databases = 0;

/** New databases on the run's PostgreSQL (test/on-postgres/start-server.ts); without one, on a PostgreSQL of its own. */
export async function startPostgres(): Promise<PostgresServer> {
  const shared = process.env['KINORA_TEST_POSTGRES'];
  if (shared === undefined) return startCluster();
  const { host } = new URL(shared);
  return {
    createDatabase: (name) => {
      databases += 1;
      return databaseOn(host, `${name}_${process.pid}_${databases}`);
    },
    stop: () => Promise.resolve(),
  };
}

function databaseOn(host: string, name: string): string {
  const { hostname, port } = new URL(`postgres://${host}`);
  const client = ['-h', hostname, '-p', port, '-U', 'kinora'];
  execFileSync(join(engine('postgres'), 'createdb'), [...client, name], { stdio: 'pipe' });
  return `postgres://kinora@${host}/${name}`;
}

/**
 * Starts a temporary PostgreSQL, whose folder is removed when it is stopped. It refuses to run as root, so for root it runs as
 * the account `postgres`.
 */
export async function startCluster(): Promise<PostgresServer> {
  const bin = engine('postgres');
  const folder = mkdtempSync(join(tmpdir(), 'kinora-pg-'));
  const account = unprivilegedAccount();
  if (account) chownSync(folder, account.uid, account.gid);
  const options = { cwd: folder, ...account };
  execFileSync(
    join(bin, 'initdb'),
    [...['-D', join(folder, 'data'), '-U', 'kinora', '-A', 'trust', '-E', 'UTF8'], '-N'],
    { ...options, stdio: 'pipe' },
  );
  const { server, port } = await startOnFreePort((port) => {
    const settings = {
      listen_addresses: '127.0.0.1',
      port,
      ...WITHOUT_DURABILITY,
      ...sockets(folder),
    };
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    return spawn(join(bin, 'postgres'), ['-D', join(folder, 'data'), ...args], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  });
  return {
    createDatabase: (name) => databaseOn(`127.0.0.1:${port}`, name),
    stop: async () => {
      if (server.exitCode === null) {
        server.kill('SIGINT'); // fast shutdown: ends open connections
        await once(server, 'exit');
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Data need not survive a crash, and each service under test has two connection pools. */
const WITHOUT_DURABILITY = {
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: 400,
  // Its log is parsed, so it must be in English.
  lc_messages: 'C',
};

const sockets = (folder: string): Record<string, string> => ({ unix_socket_directories: folder });

function unprivilegedAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const ask = (flag: string): number =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: ask('-u'), gid: ask('-g') };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

type Postgres = ChildProcessByStdio<null, null, Readable>;

/** PostgreSQL can't choose a free port itself, and another process may take the port before it does. */
async function startOnFreePort(
  start: (port: number) => Postgres,
): Promise<{ readonly server: Postgres; readonly port: number }> {
  for (;;) {
    const port = await freePort();
    const server = start(port);
    const log = await startLog(server);
    if (log.includes('ready to accept connections')) return { server, port };
    if (!log.includes('Address already in use'))
      throw new Error(`PostgreSQL ended instead of starting: ${log}`);
  }
}

/** Its log until it accepts connections or has ended. */
async function startLog({ stderr }: Postgres): Promise<string> {
  let log = '';
  for await (const text of stderr.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    log += String(text);
    if (log.includes('ready to accept connections')) break;
  }
  stderr.resume();
  return log;
}
