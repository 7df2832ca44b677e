import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { run } from '../../src/cli/upkeep/main';
import { runInProcess } from '../support/command-line';
import { TestKinora } from '../support/kinora';
import { png } from '../support/media-samples';
import { databaseVariables } from '../support/test-database';

const ROOT = resolve(__dirname, '../..');

interface Report {
  readonly ok: boolean;
  readonly checks: readonly { name: string; status: string; detail: string; names?: string[] }[];
  readonly repairs: Record<string, number> | null;
}

describe('kinora doctor', () => {
  let kinora: TestKinora;
  let path: string;

  beforeAll(async () => {
    kinora = await TestKinora.start();
    path = await upload(1);
  });
  afterAll(() => kinora.close());

  const upload = async (seed: number): Promise<string> => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(await png(24, 16, seed))]), 'fox.png');
    const response = await fetch(`${kinora.url}/api/media`, { method: 'POST', body: form });
    return ((await response.json()) as { path: string }).path;
  };
  const media = (location: string): string => join(kinora.folder, 'data', 'media', location);
  const fileOf = (name: string): string => {
    const files = readdirSync(media('files'), { recursive: true, withFileTypes: true });
    const entry = files.find((file) => file.name === name);
    if (!entry) throw new Error(`no file ${name}`);
    return join(entry.parentPath, name);
  };

  const doctor = async (...args: string[]) => {
    const variables = {
      KINORA_CONFIG: join(kinora.folder, 'config.json'),
      KINORA_DATA_DIR: join(kinora.folder, 'data'),
      KINORA_LOG_LEVEL: 'silent',
      ...(await databaseVariables(kinora.folder)),
    };
    const { code, out, err } = await runInProcess(run, ['doctor', ...args], {
      folder: ROOT,
      variables,
    });
    return { code, out, err };
  };
  const report = async (...args: string[]) => {
    const { code, out, err } = await doctor(...args, '--json');
    if (out === '') throw new Error(err);
    return { code, ...(JSON.parse(out) as Report) };
  };
  const problems = ({ checks }: Report) =>
    checks.filter(({ status }) => status === 'problem').map(({ name, names }) => [name, names]);

  it('finds nothing wrong while the server runs, and says which process that is', async () => {
    const { code, ok, checks } = await report('--thorough');
    expect([code, ok, problems({ ok, checks, repairs: null })]).toEqual([0, true, []]);
    expect(checks.find(({ name }) => name === 'server')?.detail).toMatch(
      new RegExp(`^Process ${process.pid} is running since `),
    );
  });

  it('refuses to repair while the server runs', async () => {
    expect(await doctor('--repair')).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(/^Process \d+ is running since .*\. Stop it first/),
    });
  });

  it('reports a lost file and one without an entry', async () => {
    writeFileSync(media('files/stray.png'), 'x');
    rmSync(fileOf(path));
    const { code, out, err } = await doctor();
    expect([code, err]).toEqual([1, 'Problems: 2. See docs/backup.md\n']);
    expect(out).toMatch(/PROBLEM {2}missing_file +1 of the catalogue's files is missing\./);
    expect(out).toContain(`  ${path}\n`);
  });

  it('repairs when asked once the server is stopped: entries without a file only with --remove-lost', async () => {
    await kinora.stop();
    writeFileSync(media('incoming/half.part'), 'x');
    try {
      const first = await report('--repair');
      expect(first).toMatchObject({ code: 1, repairs: { moved_files: 1, removed_entries: 0 } });
      expect(problems(first)).toEqual([['missing_file', [path]]]);
      expect(existsSync(media('lost+found/files/stray.png'))).toBe(true);
      const second = await report('--repair', '--remove-lost');
      expect(second).toMatchObject({ code: 0, repairs: { moved_files: 0, removed_entries: 1 } });
      expect(problems(second)).toEqual([]);
    } finally {
      kinora = await kinora.restart();
    }
    expect((await kinora.get(`/api/media/${path}`)).status).toBe(404);
  });

  it('names the invalid field of the configuration, and checks nothing else', async () => {
    kinora.configure({ limits: { pixels: 'many' } });
    try {
      const { code, checks } = await report();
      expect([code, checks]).toEqual([
        1,
        [expect.objectContaining({ name: 'configuration', status: 'problem' })],
      ]);
      expect(checks[0]?.detail).toContain('limits.pixels');
    } finally {
      kinora.configure({});
    }
  });

  it('refuses --remove-lost without --repair', async () => {
    expect(await doctor('--remove-lost')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--remove-lost needs --repair'),
    });
  });
});
