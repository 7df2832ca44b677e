import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
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
  const options = { cwd: folder, ...account };
  execFileSync(
    join(bin, 'initdb'),
    [...['-D', join(folder, 'data'), '-U', 'kinora', '-A', 'trust', '-E', 'UTF8'], '-N'],
    { ...options, stdio: 'pipe' },
  );
  const { server, port } = await served((port) => {
    const settings = { listen_addresses: '127.0.0.1', port, ...CHEAP, ...sockets(folder) };
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    return spawn(join(bin, 'postgres'), ['-D', join(folder, 'data'), ...args], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  });
  const client = ['-h', '127.0.0.1', '-p', String(port), '-U', 'kinora'];
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
const CHEAP = {
  ...{ fsync: 'off', full_page_writes: 'off', max_connections: 400 },
  // What it says of itself is read: in English, whatever the machine speaks.
  lc_messages: 'C',
};

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

type Postgres = ChildProcessByStdio<null, null, Readable>;

/** PostgreSQL can't choose a port itself, and between looking for a free one and taking it others take it, too. */
async function served(
  start: (port: number) => Postgres,
): Promise<{ readonly server: Postgres; readonly port: number }> {
  for (;;) {
    const port = await freePort();
    const server = start(port);
    const said = await saidAtStart(server);
    if (said.includes('ready to accept connections')) return { server, port };
    if (!said.includes('Address already in use'))
      throw new Error(`PostgreSQL ended instead of starting: ${said}`);
  }
}

/** What it says of itself (another server on its port can't) until it serves or has ended. */
async function saidAtStart({ stderr }: Postgres): Promise<string> {
  let said = '';
  for await (const text of stderr.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += String(text);
    if (said.includes('ready to accept connections')) break;
  }
  stderr.resume();
  return said;
}
