import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { run as runWorkflows } from '../../src/cli/workflows/main';
import type { TestCaller } from '../support/caller';
import { type CommandOutput, runInProcess, runProgram } from '../support/command-line';
import { ONE_PICTURE } from '../support/editor-sample';
import { eventually } from '../support/eventually';
import { KeyServerFixture } from '../support/key-server-fixture';
import { png, withGraph } from '../support/media-samples';

const BUILT = resolve(__dirname, '../../dist/cli/workflows/main.js');

const GRAPH = {
  '1': { class_type: 'EmptyImage', inputs: { width: 64, height: 64, batch_size: 1, color: 0 } },
  '2': { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'x' } },
};

describe('kinora workflows, while a server runs', () => {
  let fixture: KeyServerFixture;
  let root: TestCaller;
  let folder: string;
  beforeAll(async () => {
    fixture = await KeyServerFixture.start();
    root = fixture.as(await fixture.cli.key('root', '--admin'));
    folder = mkdtempSync(join(tmpdir(), 'kinora-workflows-cli-'));
  });
  afterAll(async () => {
    await fixture.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const place = () => ({ folder, variables: fixture.variables });
  const run = (...args: string[]): Promise<CommandOutput> =>
    runInProcess(runWorkflows, args, place());
  const spawned = (...args: string[]): Promise<CommandOutput> =>
    runProgram(process.execPath, [BUILT, ...args], place());

  /** Files may grow to 32 KiB: the system breaks off a larger one in the middle, as a full disk does. */
  const runCramped = (...args: string[]): Promise<CommandOutput> => {
    const line = ['-c', 'ulimit -f 64; exec "$@"', 'sh', process.execPath, BUILT];
    return runProgram('sh', [...line, ...args], place());
  };

  const file = (name: string, content: unknown): string => {
    const isText = typeof content === 'string' || Buffer.isBuffer(content);
    writeFileSync(join(folder, name), isText ? content : JSON.stringify(content));
    return name;
  };
  const shows = (id: string, status: number) =>
    eventually(async () => (await root.get(`/api/workflows/${id}`)).status === status);

  it('imports a file under its name, and the server lists it at once', async () => {
    const { code, out, err } = await spawned('import', file('My Square (2).json', GRAPH));
    expect([code, out]).toEqual([0, '']);
    expect(err).toMatch(
      /^my-square-2 is imported\.\nParams \(\d+\), by how sure we are:\n {2}high: prompt/,
    );
    expect(err).toMatch(/^Status (unchecked|ready): /m);
    expect(err).not.toContain('lack');
    await shows('my-square-2', 200);
    const { body: auditLog } = await root.get('/api/audit?subject=my-square-2');
    expect(auditLog['items']).toMatchObject([
      { action: 'workflow.import', actor_kind: 'terminal' },
    ]);
  });

  it('imports a picture with id, name and manifest', async () => {
    const picture = file('p.png', withGraph(await png(), JSON.stringify(GRAPH)));
    const manifest = file('manifest.json', { description: 'A square.' });
    const { code, out } = await run(
      ...['import', picture, '--id', 'square', '--name', 'Square', '--manifest', manifest],
      '--json',
    );
    expect([code, JSON.parse(out)]).toEqual([
      0,
      {
        ok: true,
        id: 'square',
        missing_classes: [],
        problems: [],
        warnings: expect.any(Array) as unknown,
        status: expect.stringMatching(/^(unchecked|ready)$/) as unknown,
        params: expect.objectContaining({
          prompt: { confidence: 'high', reason: expect.any(String) as unknown },
        }) as unknown,
      },
    ]);
    await shows('square', 200);
    const { body } = await root.get('/api/workflows/square');
    expect(body).toMatchObject({ name: 'Square', description: 'A square.', source: 'imported' });
  });

  it('imports nothing of a file that is cut off', async () => {
    const words = { ...GRAPH['2'], _meta: { title: 'x'.repeat(200_000) } };
    const large = file('large.json', { ...GRAPH, '2': words });
    const { code, err } = await runCramped('import', large);
    expect([code, err]).toEqual([1, expect.stringContaining('not enough free disk space')]);
    const names = readdirSync(join(fixture.folder, 'data', 'workflows'));
    expect(names.filter((name) => name.includes('large'))).toEqual([]);
    const { body: auditLog } = await root.get('/api/audit?subject=large');
    expect(auditLog['items']).toEqual([]);
  });

  it('lists workflows, ready once the server has checked them', async () => {
    const { code, out } = await run('list');
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^square +Square +image +imported +(unchecked|ready)$/m),
    ]);
    expect(out).toMatch(/^sd15-t2i .* builtin +ready$/m);
    await eventually(async () => /^square .* ready$/m.test((await run('list')).out));
  });

  it('lists what the server rejects, what waits for nodes and what is broken', async () => {
    const { '1': lonely } = GRAPH;
    expect((await run('import', file('noout.json', { '1': lonely }))).err).toMatch(
      /^noout is imported\.[^]*\nStatus (unchecked: only a node can tell|broken: it can)/,
    );
    await eventually(async () => /^noout .* broken$/m.test((await run('list')).out));
    const [image, save] = ONE_PICTURE.nodes;
    const editor = { ...ONE_PICTURE, nodes: [{ ...image, type: 'NobodyKnows' }, save] };
    expect((await run('import', file('editor.json', editor))).err).toMatch(
      /^editor is imported\.\n(Classes that no node .*\n)?Status needs_nodes: the server converts it/,
    );
    writeFileSync(join(fixture.folder, 'data', 'workflows', 'torn.json'), '{"1": ');
    const { out, err } = await run('list');
    expect(out).toMatch(/^editor +editor +- +imported +needs_nodes$/m);
    expect(out).toMatch(/^torn +torn +- +imported +broken$/m);
    expect(err).toMatch(/^torn\.json:1 not JSON/m);
    expect(err).toMatch(/^noout\.json:1 no node of it saves or shows a result/m);
    await eventually(async () =>
      /^editor\.json waits for a node that offers NobodyKnows$/m.test((await run('list')).err),
    );
    for (const id of ['noout', 'editor', 'torn']) await run('remove', id);
  });

  it.each([
    ['a broken file', ['import', 'broken.json'], 1, 'broken.json:3 not JSON: remove the comma'],
    ['another encoding', ['import', 'latin.json'], 1, 'The file is not UTF-8'],
    ['a bad manifest', ['import', 'g.json', '--manifest', 'bad.json'], 1, 'bad.json:2 colour: le'],
    ['a file that is none', ['import', 'none.json'], 2, 'There is no file none.json.'],
    ['an id of another form', ['import', 'g.json', '--id', 'A b'], 2, '--id: Send lower-case'],
    ['a name that is an option', ['import', 'g.json', '--name', '--id'], 2, '--name: Its value is'],
    ['a taken id', ['import', 'g.json', '--id', 'square'], 4, 'workflows remove square\n'],
    ['an id of the service', ['import', 'g.json', '--id', 'sd15-t2i'], 4, 'comes with Kinora'],
    [
      'what is not there',
      ['remove', 'nothing'],
      3,
      "There is no 'nothing'. See: npx kinora workflows list",
    ],
    ['what is called otherwise', ['remove', 'sqare'], 3, "no 'sqare'. Did you mean square or"],
    ['what cannot be removed', ['remove', 'sd15-t2i'], 4, 'comes with Kinora'],
    ['no file', ['import'], 2, "missing required argument 'file'"],
  ])('refuses %s', async (_, args, code, words) => {
    file('g.json', GRAPH);
    file('broken.json', '{\n"1": {"class_type": "A"},\n}');
    file('latin.json', Buffer.from('{"1": {"class_type": "Caf\xe9"}}', 'latin1'));
    file('bad.json', '{\n"colour": "red"}');
    const result = await run(...args);
    expect([result.code, result.out, result.err]).toEqual([
      ...[code, ''],
      expect.stringContaining(words),
    ]);
  });

  it('removes a workflow', async () => {
    expect(await run('remove', 'square')).toEqual({
      code: 0,
      out: '',
      err: 'square is removed.\n',
    });
    await shows('square', 404);
  });
});
