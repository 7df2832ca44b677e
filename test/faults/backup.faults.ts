import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runProgram } from '../support/command-line';
import { eventually } from '../support/eventually';
import { png } from '../support/media-samples';
import { Program, serviceVariables } from '../support/processes';
import { SeededRandom } from '../support/seeded-random';

/** Few files, changes and kills in `npm test`, all in `npm run test:faults`. */
const FULL = process.env['KINORA_FAULTS'] === 'full';
const FILES = FULL ? 400 : 30;
/** How many files are stored and deleted meanwhile, at most. */
const MAX_CHANGES = FULL ? Infinity : 150;
const KILLS = FULL ? 10 : 1;

const CLI = resolve(__dirname, '../../dist/cli/maintenance/main.js');

describe('backups and restores that are killed, beside a service that stores and deletes', () => {
  const random = SeededRandom.for('backup kill test');
  const folder = mkdtempSync(join(tmpdir(), 'kinora-backup-kill-'));
  const backups = join(folder, 'backups');
  let service: Program;
  let isLoaded = true;
  let load: Promise<void>;

  const variables = (data: string) => serviceVariables(folder, data);
  const cli = (data: string, ...args: string[]) =>
    runProgram(process.execPath, [CLI, ...args], { folder, variables: variables(data) });

  let seed = 0;
  const upload = async (): Promise<string> => {
    seed += 1;
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(await png(24, 16, seed))]), 'fox.png');
    const response = await fetch(`${service.url}/api/media`, { method: 'POST', body: form });
    return ((await response.json()) as { path: string }).path;
  };
  const post = (path: string, body: object) =>
    fetch(service.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }).then((response) => response.text());
  /** Deletes it for good. */
  const remove = async (path: string): Promise<void> => {
    await post('/api/media/delete', { paths: [path] });
    await post('/api/media/purge', { paths: [path] });
  };

  /** Stores and deletes files, old and new ones, until the test has what it needs. */
  async function storeAndDelete(paths: string[]): Promise<void> {
    for (let change = 0; isLoaded && change < MAX_CHANGES; change += 1) {
      paths.push(await upload());
      const [path] = paths.splice(random.below(paths.length), 1);
      if (path !== undefined) await remove(path);
    }
  }

  /** Kills a command once it has copied so many media files below `media`. */
  async function killWhileCopying(
    data: string,
    media: string,
    count: number,
    ...args: string[]
  ): Promise<void> {
    const child = spawn(process.execPath, [CLI, ...args], {
      env: { ...process.env, ...variables(data) },
      stdio: 'ignore',
    });
    const closed = once(child, 'close');
    await eventually(() => Promise.resolve(filesBelow(media) >= count || child.exitCode !== null));
    child.kill('SIGKILL');
    await closed;
  }

  const completeBackups = (): string[] =>
    existsSync(backups) ? readdirSync(backups).filter((name) => !name.startsWith('.')) : [];

  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'config.json'), '{}');
    service = await Program.service(folder);
    const paths: string[] = [];
    for (let n = 0; n < FILES; n += 1) paths.push(await upload());
    load = storeAndDelete(paths);
  });
  afterAll(async () => {
    isLoaded = false;
    await load;
    await service.end('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  it('shows no killed backup, and restores the next one to a service that passes the doctor', async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = completeBackups();
      const partial = join(backups, '.partial', 'media');
      await killWhileCopying('data', partial, 1 + random.below(FILES / 2), 'backup', backups);
      const after = completeBackups();
      // It may have been complete before it was killed.
      for (const name of after.filter((one) => !before.includes(one)))
        expect(readdirSync(join(backups, name))).toContain('manifest.json');
    }
    const made = await cli('data', 'backup', backups, '--json');
    expect([made.code, made.err]).toEqual([0, '']);
    const { media } = JSON.parse(made.out) as { media: { files: number } };

    const restored = join(folder, 'restored', 'media');
    await killWhileCopying('restored', restored, 1 + random.below(FILES / 2), 'restore', backups);
    if (existsSync(join(folder, 'restored', '.restoring')))
      expect(await cli('restored', 'restore', backups)).toMatchObject({ code: 0 });
    const doctor = await cli('restored', 'doctor', '--thorough', '--json');
    expect([doctor.code, doctor.err]).toEqual([0, '']);

    const second = await Program.start('main.js', [], variables('restored'));
    try {
      const totals = await Promise.all(
        ['', '&trashed=true'].map(async (filter) => {
          const list = await fetch(`${second.url}/api/media?limit=1&with_total=true${filter}`);
          return ((await list.json()) as { total: number }).total;
        }),
      );
      expect(totals.reduce((sum, total) => sum + total)).toBe(media.files);
    } finally {
      await second.end();
    }
  });
});

/** 0 where the folder isn't there, or gets another name while it is read. */
function filesBelow(folder: string): number {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).length;
  } catch {
    return 0;
  }
}
