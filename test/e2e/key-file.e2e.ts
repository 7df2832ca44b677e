import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import sqlite3 from 'sqlite3';
import type { KeyCli } from '../support/key-cli';
import { KeyServerFixture } from '../support/key-server-fixture';
import { newFolder } from '../support/kinora';

const KEY = /^kin_[A-Za-z0-9_-]{43}\n$/;

describe('the key command line and its environment', () => {
  let fixture: KeyServerFixture;
  let cli: KeyCli;
  let folder: string;
  beforeAll(async () => {
    fixture = await KeyServerFixture.start();
  });
  afterAll(() => fixture.stop());
  beforeEach(() => {
    folder = newFolder();
    cli = fixture.cliIn(folder);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const exists = async (id: string): Promise<boolean> => {
    const { items } = await fixture.cli.json<{ items: { id: string }[] }>('list');
    return items.some((item) => item.id === id);
  };

  describe('--key-file', () => {
    it('writes the key only into a file that only its owner can read', async () => {
      const { code, out, err } = await cli.run('create', 'filed', 'Filed', '--key-file', 'k');
      const file = join(folder, 'k');
      expect([code, out]).toEqual([0, '']);
      expect(err).toContain(`The key of filed (Filed) is in ${file}, and nowhere else.\n`);
      expect(readFileSync(file, 'utf8')).toMatch(KEY);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(await fixture.status(readFileSync(file, 'utf8').trim())).toBe(200);
    });

    it('writes to an existing empty file, also with rotate', async () => {
      await fixture.cli.key('refilled');
      writeFileSync(join(folder, 'k'), '', { mode: 0o644 });
      const answer = await cli.json('rotate', 'refilled', '--key-file', 'k');
      expect(answer).toEqual({
        agent: expect.objectContaining({ id: 'refilled' }) as unknown,
        key_file: join(folder, 'k'),
      });
      expect(statSync(join(folder, 'k')).mode & 0o777).toBe(0o600);
      expect(await fixture.status(readFileSync(join(folder, 'k'), 'utf8').trim())).toBe(200);
    });

    it.each([
      ['a file with content', () => writeFileSync(join(folder, 'k'), 'mine')],
      ['a symbolic link', () => symlinkSync(join(folder, 'elsewhere'), join(folder, 'k'))],
      ['a directory', () => mkdirSync(join(folder, 'k'))],
      ['a pipe', () => execFileSync('mkfifo', [join(folder, 'k')])],
    ])('refuses %s, and makes no key', async (_, arrange) => {
      arrange();
      const before = readdirSync(folder);
      const { code, out, err } = await cli.run('create', 'unmade', 'x', '--key-file', 'k');
      expect([code, out]).toEqual([5, '']);
      expect(err).toContain(`The key file ${join(folder, 'k')} `);
      expect(await exists('unmade')).toBe(false);
      expect(readdirSync(folder)).toEqual(before);
    });

    it('leaves no file behind when the change fails', async () => {
      for (const args of [
        ['create', 'filed', 'again'],
        ['create', 'Wrong Id', 'x'],
        ['rotate', 'nobody'],
      ])
        expect((await cli.run(...args, '--key-file', 'k')).code).not.toBe(0);
      expect(existsSync(join(folder, 'k'))).toBe(false);
    });
  });

  it('prints a key on standard error when standard output is closed', async () => {
    const line = '"$@" >/dev/full';
    const { code, out, err } = await cli.inShell(line, 'create', 'unread', 'x');
    expect([code, out]).toEqual([6, '']);
    const key = /^kin_\S+$/m.exec(err)?.[0] ?? '';
    expect(await fixture.status(key)).toBe(200);
  });

  it('says that a change is made when its answer could not be written', async () => {
    await fixture.cli.key('bot');
    for (const args of [
      ['update', 'bot', '--max-concurrent', '5'],
      ['revoke', 'bot'],
      ['rotate', 'bot', '--key-file', 'k'],
      ['delete', 'bot'],
    ]) {
      const { code, err } = await cli.inShell('"$@" >/dev/full', ...args, '--json');
      expect([code, JSON.parse(err)]).toEqual([
        6,
        {
          detail: expect.stringMatching(
            /^The change is made, but its answer could not be written \(ENOSPC: /,
          ) as unknown,
          code: 'not_written',
        },
      ]);
    }
    expect(await exists('bot')).toBe(false);
  });

  it('succeeds when the reader of a list closes the pipe', async () => {
    const result = await cli.inShell('set -o pipefail; "$@" | true', 'list');
    expect([result.code, result.out]).toEqual([0, '']);
    expect(result.err).toMatch(/^The keys in .*\n$/);
  });

  it('runs as scripts/manage_agent_keys.py from any folder, with its exit code', async () => {
    const { code, out, err } = await cli.launch('create', 'launched', 'L', '--key-file', 'k');
    expect([code, out]).toEqual([0, '']);
    expect(err).toContain(join(folder, 'k'));
    expect(await fixture.status(readFileSync(join(folder, 'k'), 'utf8').trim())).toBe(200);
    expect((await cli.launch('create', 'launched', 'L')).code).toBe(4);
    expect((await cli.launch('list', '--json')).out).toContain('"launched"');
  });

  it('runs as npm run keys, with paths relative to the caller’s folder', () => {
    const root = resolve(__dirname, '../..');
    const output = execFileSync(
      'npm',
      ['--silent', '--prefix', root, 'run', 'keys', '--', 'create', 'npm', 'N', '--key-file', 'k'],
      {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, ...fixture.variables },
        stdio: 'pipe',
      },
    );
    expect(output).toBe('');
    expect(readFileSync(join(folder, 'k'), 'utf8')).toMatch(KEY);
  });

  it('reads .env beside the configuration, as the server does', async () => {
    writeFileSync(join(folder, 'config.json'), '{}');
    writeFileSync(
      join(folder, '.env'),
      `KINORA_DATA_DIR=${fixture.variables['KINORA_DATA_DIR']!}\n`,
    );
    const variables = { KINORA_CONFIG: join(folder, 'config.json'), KINORA_DATA_DIR: undefined };
    const cliInFolder = fixture.cliIn(folder, variables);
    expect((await cliInFolder.run('list')).out).toContain('filed');
  });

  describe('a database of another state', () => {
    const change = (statement: string): Promise<void> =>
      new Promise((done, fail) => {
        const path = join(fixture.variables['KINORA_DATA_DIR']!, 'kinora.sqlite');
        const handle = new sqlite3.Database(path);
        handle.exec(statement, (error) => {
          handle.close();
          if (error) fail(error);
          else done();
        });
      });

    it('is refused while migrations are pending', async () => {
      await change(`CREATE TABLE kept AS SELECT * FROM migrations ORDER BY id DESC LIMIT 1;
        DELETE FROM migrations WHERE id IN (SELECT id FROM kept)`);
      const { code, err } = await cli.run('create', 'early', 'x');
      await change('INSERT INTO migrations SELECT * FROM kept; DROP TABLE kept');
      expect([code, err]).toEqual([7, expect.stringContaining('Start Kinora once (npm start)')]);
      expect(await exists('early')).toBe(false);
    });

    it('is refused when it is of a newer version', async () => {
      await change(`INSERT INTO migrations (timestamp, name) VALUES (9999, 'Future9999')`);
      const { code, err } = await cli.run('create', 'late', 'x');
      await change(`DELETE FROM migrations WHERE name = 'Future9999'`);
      expect([code, err]).toEqual([7, expect.stringContaining('newer version')]);
      expect(await exists('late')).toBe(false);
    });

    it('is refused when it is absent, and not created', async () => {
      const nowhere = join(folder, 'nowhere');
      const early = fixture.cliIn(folder, { KINORA_DATA_DIR: nowhere });
      const { code, err } = await early.run('create', 'early', 'x', '--key-file', 'k');
      expect([code, err]).toEqual([7, expect.stringContaining('Start Kinora once (npm start)')]);
      expect(readdirSync(folder)).toEqual([]);
    });

    it('is refused when it is not a database of Kinora', async () => {
      writeFileSync(join(folder, 'text'), 'no database at all, but long enough to be looked at');
      const other = fixture.cliIn(folder, {
        KINORA_DATABASE_URL: `sqlite:${join(folder, 'text')}`,
      });
      const { code, err } = await other.run('list');
      expect([code, err]).toEqual([7, expect.stringContaining("can't be used")]);
    });
  });

  it('reports an invalid configuration like the server', async () => {
    writeFileSync(join(folder, 'config.json'), '{\n"server": {"port": "x"}}');
    const wrong = fixture.cliIn(folder, { KINORA_CONFIG: join(folder, 'config.json') });
    const { code, err } = await wrong.run('list');
    expect([code, err]).toEqual([1, expect.stringContaining('line 2, server.port')]);
  });
});
