import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engine } from './engines';

/** A throw-away PostgreSQL on 127.0.0.1, gone with its folder when stopped. */
export interface PostgresServer {
  /** Makes an empty database and returns its address, for `KINORA_DATABASE_URL`. */
  createDatabase(name: string): string;
  stop(): Promise<void>;
}

/** Starts a cluster of its own, for one test file. PostgreSQL refuses to run as root, so root lends it to `postgres`. */
export async function startPostgres(): Promise<PostgresServer> {
  const bin = engine('postgres');
  const folder = mkdtempSync(join(tmpdir(), 'kinora-pg-'));
  const account = ordinaryAccount();
  if (account) chownSync(folder, account.uid, account.gid);
  const port = await freePort();
  const options = { cwd: folder, ...account };
  execFileSync(
    join(bin, 'initdb'),
    [...['-D', join(folder, 'data'), '-U', 'kinora', '-A', 'trust', '-E', 'UTF8'], '-N'],
    { ...options, stdio: 'pipe' },
  );
  const settings = { listen_addresses: '127.0.0.1', port, ...CHEAP, ...sockets(folder) };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(bin, 'postgres'), ['-D', join(folder, 'data'), ...args], {
    ...options,
    stdio: 'ignore',
  });
  const client = ['-h', '127.0.0.1', '-p', String(port), '-U', 'kinora'];
  await answering(
    server,
    () => spawnSync(join(bin, 'pg_isready'), [...client, '-d', 'postgres']).status === 0,
  );
  return {
    createDatabase: (name) => {
      execFileSync(join(bin, 'createdb'), [...client, name], { stdio: 'pipe' });
      return `postgres://kinora@127.0.0.1:${port}/${name}`;
    },
    stop: async () => {
      if (server.exitCode === null) {
        server.kill('SIGINT'); // fast shutdown: ends open connections
        await once(server, 'exit');
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Nothing here outlives its server; and each service under test keeps two pools of its own. */
const CHEAP = { fsync: 'off', full_page_writes: 'off', max_connections: 400 };

const sockets = (folder: string): Record<string, string> => ({ unix_socket_directories: folder });

function ordinaryAccount(): { uid: number; gid: number } | undefined {
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

/** Asks until it answers; a server that ends instead is an error, not a wait. */
async function answering(server: ChildProcess, ready: () => boolean): Promise<void> {
  while (server.exitCode === null) {
    if (ready()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`PostgreSQL ended with ${server.exitCode} instead of starting`);
}
