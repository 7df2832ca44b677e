import { join } from 'node:path';
import type { KeyCli } from '../support/key-cli';
import { KeyServerFixture } from '../support/key-server-fixture';

interface AgentRecord extends Record<string, unknown> {
  readonly id: string;
  readonly enabled: boolean;
}

const KEY = /^kin_[A-Za-z0-9_-]{43}\n$/;

/** The key commands, with a running server. */
describe('the key command line', () => {
  let fixture: KeyServerFixture;
  let cli: KeyCli;
  beforeAll(async () => {
    fixture = await KeyServerFixture.start();
    cli = fixture.cli;
  });
  afterAll(() => fixture.stop());

  const listed = async (id: string): Promise<AgentRecord | undefined> =>
    (await cli.json<{ items: AgentRecord[] }>('list')).items.find((item) => item.id === id);

  it('create prints only the key on standard output, and it works at once', async () => {
    const { code, out, err } = await cli.spawn('create', 'boss', 'The boss', '--admin');
    expect([code, out, err]).toEqual([
      0,
      expect.stringMatching(KEY),
      'The key of boss (The boss), shown this once:\n' +
        'boss: every workflow, every character, no cap, an admin\n',
    ]);
    const { status, body } = await fixture.as(out.trim()).get<AgentRecord>('/api/agents/boss');
    expect(status).toBe(200);
    const record = { id: 'boss', name: 'The boss', is_admin: true, enabled: true };
    expect([body, await listed('boss')]).toMatchObject([record, record]);
  });

  it('create accepts all scope options', async () => {
    const made = await cli.json<{ agent: AgentRecord; key: string }>(
      ...['create', 'crew', 'Film crew', '--characters', 'mira, jo', '--workflows', 'sdxl-t2i'],
      ...['--max-concurrent', '2'],
    );
    expect(made.agent).toEqual({
      id: 'crew',
      owner_name: 'crew',
      name: 'Film crew',
      enabled: true,
      is_admin: false,
      allowed_characters: ['mira', 'jo'],
      allowed_workflows: ['sdxl-t2i'],
      max_concurrent_jobs: 2,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      last_used_at: null,
    });
    const { body } = await fixture.as(made.key).get<{ items: unknown[] }>('/api/workflows');
    expect(body.items).toEqual([expect.objectContaining({ id: 'sdxl-t2i' })]);
  });

  it('update changes only the options that are sent; an empty list allows all, 0 clears the job limit', async () => {
    const scope = ['--workflows', 'sdxl-t2i', '--characters', 'mira', '--max-concurrent', '3'];
    const key = await cli.key('mutable', ...scope);
    const once = await cli.json('update', 'mutable', '--admin', '--workflows', '');
    expect(once).toMatchObject({
      is_admin: true,
      allowed_workflows: [],
      allowed_characters: ['mira'],
      max_concurrent_jobs: 3,
    });
    expect((await fixture.as(key).get('/api/agents')).status).toBe(200);
    const twice = await cli.json(
      ...['update', 'mutable', '--no-admin', '--characters', '', '--max-concurrent', '0'],
      ...['--name', 'Changed'],
    );
    expect(twice).toMatchObject({
      name: 'Changed',
      is_admin: false,
      allowed_characters: [],
      max_concurrent_jobs: null,
    });
    expect((await fixture.as(key).get('/api/agents')).status).toBe(403);
  });

  it('rotate: the old key stops working, the new one works', async () => {
    const old = await cli.key('rotated');
    const { out } = await cli.run('rotate', 'rotated');
    expect(out).toMatch(KEY);
    expect([await fixture.status(old), await fixture.status(out.trim())]).toEqual([401, 200]);
  });

  it('prints what a key may do now', async () => {
    const made = await cli.run('create', 'keyed', 'K', '--workflows', 'flux', '--max-concurrent=1');
    expect(made.err).toMatch(
      /^keyed: workflow flux, every character, 1 job at a time, not an admin$/m,
    );
    expect(made.err).toMatch(
      /^Warning: there is no workflow flux so far\. See: npm run workflows -- list$/m,
    );
    const { code, err } = await cli.run('update', 'keyed', '--name', 'Keyed', '--workflows', '');
    expect([code, err]).toEqual([
      0,
      'keyed (Keyed) is changed.\nkeyed: every workflow, every character, 1 job at a time, not an admin\n',
    ]);
  });

  it('rotate says that the key is still revoked', async () => {
    await cli.key('idle');
    expect((await cli.run('rotate', 'idle')).err).not.toContain('revoked');
    await cli.run('revoke', 'idle');
    const { code, out, err } = await cli.run('rotate', 'idle');
    expect([code, err]).toEqual([
      0,
      expect.stringContaining('idle is still revoked: npm run keys -- enable idle\n'),
    ]);
    expect(await fixture.status(out.trim())).toBe(401);
    await cli.run('enable', 'idle');
    expect(await fixture.status(out.trim())).toBe(200);
  });

  it('shows the owner name of a second account with the same id', async () => {
    await cli.key('again');
    expect((await cli.run('list')).out).not.toContain('SHOWN AS');
    await cli.run('delete', 'again');
    const { err } = await cli.run('create', 'again', 'Again');
    expect(err).toContain('There was a again before.');
    expect(err).toContain('shown as that of again~2.');
    expect(await listed('again')).toMatchObject({ id: 'again', owner_name: 'again~2' });
    const { out } = await cli.run('list');
    expect(out).toMatch(/^again +Again .* again~2$/m);
    await cli.run('delete', 'again');
  });

  it('revoke, enable and delete take effect with the next request', async () => {
    const key = await cli.key('short');
    expect(await fixture.status(key)).toBe(200);
    for (const [command, status, enabled] of [
      ['revoke', 401, false],
      ['enable', 200, true],
      ['delete', 401, undefined],
    ] as const) {
      const { code, out, err } = await cli.run(command, 'short');
      expect([code, out]).toEqual([0, '']);
      expect(err).toMatch(/^short is (revoked|enabled|deleted)\./);
      expect(await fixture.status(key)).toBe(status);
      expect((await listed('short'))?.enabled).toBe(enabled);
    }
  });

  it('of two parallel creates of the same id, one succeeds', async () => {
    const tries = await Promise.all([1, 2].map(() => cli.spawn('create', 'twin', 'Twin')));
    expect(tries.map(({ code }) => code).sort()).toEqual([0, 4]);
  });

  it('its operations are in the audit log', async () => {
    const admin = fixture.as(await cli.key('reader', '--admin'));
    const { body } = await admin.get<{ items: Record<string, unknown>[] }>(
      '/api/audit?subject=short',
    );
    expect(body.items.map(({ action, actor_kind }) => [action, actor_kind])).toEqual([
      ['agent.delete', 'terminal'],
      ['agent.enable', 'terminal'],
      ['agent.revoke', 'terminal'],
      ['agent.create', 'terminal'],
    ]);
  });

  it('reports errors with the messages of the HTTP routes and an exit code for scripts', async () => {
    const admin = fixture.as(await cli.key('asker', '--admin'));
    const overHttp = async (body: object): Promise<string[]> => {
      const answer = await admin.post<{ detail: { msg: string }[] }>('/api/agents', body);
      return answer.body.detail.map(({ msg }) => msg);
    };
    const bad = await cli.run('create', 'Bad', '', '--workflows', 'ok,no way');
    const words = await overHttp({ id: 'Bad', name: '', allowed_workflows: ['ok', 'no way'] });
    expect([bad.code, bad.out]).toEqual([2, '']);
    expect(bad.err.trim().split('\n')).toEqual(
      ['<id>', 'name', '--workflows, item 2'].map((place, at) => `${place}: ${words[at]!}`),
    );
    expect(bad.err).not.toMatch(/[\\^$[\]{}]/);
    const forPrograms = await cli.run('create', 'Bad', 'Bad', '--workflows', 'no way', '--json');
    expect(JSON.parse(forPrograms.err)).toMatchObject({
      detail: [{ loc: ['<id>'] }, { loc: ['--workflows', 0] }],
      code: 'usage',
    });
    const taken = await cli.run('create', 'asker', 'x', '--json');
    const same = await admin.post('/api/agents', { id: 'asker', name: 'x' });
    expect([taken.code, JSON.parse(taken.err)]).toEqual([
      4,
      { detail: same.body['detail'], code: 'agent_exists' },
    ]);
    const result = await cli.run('revoke', 'nobody');
    expect([result.code, result.err]).toEqual([3, expect.stringContaining("no agent 'nobody'")]);
  });

  it('prints a table in which names cannot act on the terminal', async () => {
    await cli.key('hostile', '--workflows', 'a,b,c,d,e');
    const refused = await cli.run('update', 'hostile', '--name', 'x\u001b[2J\u009b31m\u202ey');
    expect([refused.code, refused.err]).toEqual([2, expect.stringMatching(/^[\n -~]*$/)]);
    await cli.json('update', 'hostile', '--name', 'x\u200f\u00ady');
    const { code, out, err } = await cli.run('list');
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(/^The keys in (\/|postgres:\/\/).+:\n$/),
    ]);
    const lines = out.split('\n');
    expect(lines[0]).toMatch(/^ID +NAME +STATE +ADMIN +WORKFLOWS +CHARACTERS +CAP +LAST USED$/);
    expect(lines[1]).toMatch(
      /^hostile +x\\u\{200f\}\\u\{ad\}y +enabled +no +a, b, c, 2 more +all +none +never$/,
    );
    const json = await cli.run('list', '--json');
    expect(out + json.out).toMatch(/^[\n -~]*$/);
  });

  it('warns when no admin key is left', async () => {
    const service = await KeyServerFixture.start();
    const { cli: keys } = service;
    const WARNING = 'No admin key is left. npm run keys -- create <id> <name> --admin makes one';
    await keys.key('first', '--admin');
    await keys.key('second', '--admin');
    expect((await keys.run('revoke', 'first')).err).not.toContain(WARNING);
    expect((await keys.run('update', 'second', '--no-admin')).err).toContain(WARNING);
    expect((await keys.run('delete', 'second')).err).not.toContain(WARNING);
    await keys.run('enable', 'first');
    expect((await keys.run('revoke', 'first', '--json')).err).toContain(WARNING);
    await keys.run('enable', 'first');
    expect((await keys.run('delete', 'first')).err).toContain(WARNING);
    await service.stop();
  });

  describe('without a database', () => {
    const nowhere = (): KeyCli =>
      fixture.cliIn(fixture.folder, { KINORA_DATA_DIR: join(fixture.folder, 'nowhere') });

    it('explains the first steps and the commands in its help', async () => {
      const { code, out, err } = await nowhere().run('--help');
      expect([code, err]).toEqual([0, '']);
      for (const command of 'list create update rotate revoke enable delete'.split(' '))
        expect(out).toMatch(new RegExp(`^  ${command} `, 'm'));
      expect(out).toContain('Exit codes:');
      const help = await nowhere().run('update', '--help');
      expect([help.code, help.err]).toEqual([0, '']);
      expect(help.out).toMatch(/Examples:\n {2}npm run keys -- update .* --max-concurrent 4\n/);
    });

    it.each([
      [[], 'Usage: npm run keys'],
      [['lsit'], "unknown command 'lsit'\n(Did you mean list?)"],
      [['create', 'a'], "missing required argument 'name'"],
      [['create', 'a', 'two', 'words'], 'Expected 2 arguments but got 3'],
      [['list', '--all'], "unknown option '--all'"],
      [['update', 'a'], 'Say what to change'],
      [['update', 'a', '--max-concurrent', 'two'], '--max-concurrent: Send a whole number'],
      [['update', 'a', '--max-concurrent', '-1'], 'of at least 1, or 0 for no cap'],
      [['update', 'a', '--workflows', '--admin'], '--workflows: Its value is missing'],
      [['update', 'a', '--workflows', ' '], '--workflows: Send ids'],
      [['update', 'a', '--name', '--admin'], '--name: Its value is missing'],
      [['update', 'a', '--no-admin', '--admin'], '--admin, --no-admin: Choose one'],
      [['create', 'a', 'A', '--key-file', '--admin'], '--key-file: Its value is missing'],
      [['show', '--help'], "unknown command 'show'"],
      [['create', 'a', 'A', '--key-file', ''], '--key-file: Name a file'],
    ])('refuses %j as wrong usage', async (args, words) => {
      const { code, out, err } = await nowhere().run(...args);
      expect([code, out, err]).toEqual([2, '', expect.stringContaining(words)]);
      if (args.length === 0) return;
      const forPrograms = await nowhere().run(...args, '--json');
      expect([forPrograms.code, forPrograms.out]).toEqual([2, '']);
      expect(JSON.parse(forPrograms.err)).toEqual({
        detail: expect.stringContaining(words) as unknown,
        code: 'usage',
      });
    });
  });
});
