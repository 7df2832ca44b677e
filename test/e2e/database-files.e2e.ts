import {
  cpSync,
  linkSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../support/eventually';
import { newFolder, TestKinora } from '../support/kinora';
import { MaintenanceCli } from '../support/maintenance-cli';

interface Health {
  readonly status: string;
  readonly parts: { readonly database: { status: string; detail?: string } };
}

describe('files of an SQLite database', () => {
  let kinora: TestKinora;
  const data = (folder: string, name = ''): string => join(folder, 'data', name);
  const database = async (on: TestKinora) =>
    (await on.get<Health>('/api/health')).body.parts.database;

  beforeAll(async () => {
    kinora = await TestKinora.start();
    await kinora.agent('first', { is_admin: true });
  });
  afterAll(() => kinora.close());

  /** A copy of the data folder as a power failure would leave it. */
  function copy(): string {
    const folder = newFolder();
    cpSync(data(kinora.folder), data(folder), { recursive: true });
    return folder;
  }

  async function startOn(folder: string, check: (on: TestKinora) => Promise<void>): Promise<void> {
    const started = await TestKinora.start({}, folder);
    try {
      await check(started);
    } finally {
      await started.close();
    }
  }

  it('refuses a second server on the same data folder, whatever its database', async () => {
    const other = { database: { url: `sqlite:${join(kinora.folder, 'other.sqlite')}` } };
    await expect(TestKinora.start(other, kinora.folder)).rejects.toThrow(
      /^Another Kinora server \(process \d+, .*\) is using .*data\. Stop it first/,
    );
  });

  it('refuses a database file with a hard link', async () => {
    const folder = copy();
    linkSync(data(folder, 'kinora.sqlite'), data(folder, 'second.sqlite'));
    await expect(TestKinora.start({}, folder)).rejects.toThrow(/has a second name \(a hard link\)/);
    rmSync(folder, { recursive: true });
  });

  it('lies in a folder of its owner, with the schema without its log after the start, and everything after a clean end', async () => {
    const folder = copy();
    rmSync(data(folder, 'kinora.sqlite-wal'));
    await startOn(folder, async (on) => {
      expect((await on.get('/api/agents')).status).toBe(200);
    });
    const other = await TestKinora.start();
    expect(statSync(data(other.folder)).mode & 0o777).toBe(0o700);
    await other.agent('kept', { is_admin: true });
    await other.stop();
    expect(readFileSync(data(other.folder, 'kinora.sqlite')).includes('kept')).toBe(true);
    rmSync(other.folder, { recursive: true });
  });

  it('reports a damaged log until its copy is deleted', async () => {
    await kinora.agent('second');
    await kinora.agent('third');
    const folder = copy();
    const log = data(folder, 'kinora.sqlite-wal');
    writeFileSync(log, readFileSync(log).fill(0xa5, 0, 100));
    const started = await TestKinora.start({}, folder);
    const copyName = readdirSync(data(folder)).find((name) => name.includes('-wal.damaged-'))!;
    expect(await database(started)).toEqual({
      status: 'degraded',
      detail: expect.stringContaining(`Its copy is ${copyName}. Restore a backup`),
    });
    await started.stop();
    rmSync(data(folder, copyName));
    await startOn(folder, async (on) => expect(await database(on)).toEqual({ status: 'ok' }));
  });

  it('neither checks nor backs up a database whose log is damaged, and leaves the log as it is', async () => {
    await kinora.agent('fourth');
    await kinora.agent('fifth');
    const folder = copy();
    const log = data(folder, 'kinora.sqlite-wal');
    const damaged = readFileSync(log).fill(0xa5, 0, 100);
    writeFileSync(log, damaged);
    writeFileSync(join(folder, 'config.json'), '{}');
    const cli = new MaintenanceCli(folder);
    expect((await cli.run('doctor')).out).toContain('The write-ahead log is damaged');
    expect((await cli.run('backup', join(folder, 'backups'))).err).toMatch(
      /^The write-ahead log of the database is damaged/,
    );
    expect(readFileSync(log).equals(damaged)).toBe(true);
    rmSync(folder, { recursive: true });
  });

  it('reports a new database in a data folder that was in use', async () => {
    const folder = copy();
    for (const name of readdirSync(data(folder)).filter((one) => /sqlite(-wal|-shm)?$/.test(one)))
      rmSync(data(folder, name));
    await startOn(folder, async (on) =>
      expect(await database(on)).toMatchObject({
        status: 'degraded',
        detail: expect.stringMatching(/^The database is new, but the data folder was in use/),
      }),
    );
  });

  it('refuses changes once the open database file is deleted', async () => {
    await startOn(newFolder(), async (on) => {
      await on.agent('boss', { is_admin: true });
      rmSync(data(on.folder, 'kinora.sqlite'));
      await eventually(async () => (await database(on)).status === 'degraded');
      const { status, body } = await on.post('/api/agents', { id: 'late', name: 'late' });
      expect([status, body['code']]).toEqual([503, 'database_unusable']);
      expect((await database(on)).detail).toMatch(/^The database file was deleted/);
    });
  });

  it('reports damaged pages', async () => {
    const folder = newFolder();
    const first = await TestKinora.start({}, folder);
    await first.stop();
    const file = data(folder, 'kinora.sqlite');
    // Beyond the pages of the schema.
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0xa5, bytes.length - 4096));
    await startOn(folder, async (on) => {
      await eventually(async () => (await database(on)).status === 'degraded');
      expect((await database(on)).detail).toMatch(/^The database file is damaged/);
    });
  });
});
