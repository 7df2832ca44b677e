import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ONE_PICTURE } from '../support/editor-sample';
import { TestKinora } from '../support/kinora';
import { png, withGraph } from '../support/media-samples';
import { StreamReader } from '../support/stream-reader';
import type { TestCaller } from '../support/caller';

interface Imported {
  readonly workflow: { id: string; source: string; params: Record<string, Param> } | null;
  readonly report: {
    readonly status: string;
    readonly params: Record<string, { confidence: string; reason: string }>;
    readonly providers: readonly {
      readonly provider: string;
      readonly runnable: boolean;
      readonly missing_classes: string[];
      readonly missing_models: { folder: string; file: string; nearest: string[] }[];
    }[];
    readonly warnings: readonly { node: string | null; class: string | null; reason: string }[];
  };
}
interface Param {
  readonly type: string;
  readonly default: unknown;
}
type Graph = Record<string, { class_type: string; inputs: Record<string, unknown> }>;

describe('POST and DELETE /api/workflows', () => {
  let kinora: TestKinora;
  let root: TestCaller;
  let graph: Graph;

  beforeAll(async () => {
    kinora = await TestKinora.start({
      providers: [{ id: 'simulator', kind: 'simulator', step_ms: 0 }],
    });
    await kinora.online();
    root = await kinora.agent('root', { is_admin: true });
    ({ body: graph } = await kinora.get<Graph>('/api/workflows/sd15-t2i/graph'));
  });
  afterAll(() => kinora.close());

  const bring = (body: Record<string, unknown>, by: TestCaller = root) =>
    by.post<Imported>('/api/workflows', body);
  const locs = (body: unknown): unknown[] =>
    (body as { detail: { loc: unknown }[] }).detail.map(({ loc }) => loc);
  const run = async (workflow: string): Promise<string> => {
    const { body } = await root.post('/api/image/generate', {
      workflow,
      provider: 'simulator',
      prompt: 'a fox',
    });
    return (await kinora.finished(String(body['prompt_id']))).status;
  };

  it('imports a graph in API format, with record and reasons of each param', async () => {
    const { status, body } = await bring({ id: 'mine', name: 'Mine', graph });
    expect(status).toBe(201);
    expect(body.workflow).toMatchObject({ id: 'mine', name: 'Mine', source: 'imported' });
    expect(body.report).toMatchObject({
      status: 'ready',
      params: { prompt: { confidence: 'high' }, seed: { confidence: 'high' } },
      providers: [{ provider: 'simulator', runnable: true, missing_classes: [] }],
    });
    expect(await run('mine')).toBe('completed');
  });

  it('says that the workflow of a rerun has been removed since', async () => {
    await bring({ id: 'brief', graph });
    const request = { workflow: 'brief', provider: 'simulator', prompt: 'a fox' };
    const { body: job } = await root.post('/api/image/generate', request);
    await kinora.finished(String(job['prompt_id']));
    await root.delete('/api/workflows/brief');
    const rerun = `/api/jobs/${String(job['prompt_id'])}/rerun`;
    const { status, body } = await root.post(rerun, {});
    expect([status, body]).toEqual([
      404,
      {
        code: 'workflow_not_found',
        detail: expect.stringMatching(
          /'brief', has been removed since\. Send another one in changes\.workflow/,
        ),
        hint: 'GET /api/workflows',
        requested: 'brief',
      },
    ]);
    const other = await root.post(rerun, { changes: { workflow: 'brieff' } });
    expect(other.body).toMatchObject({ detail: expect.stringMatching(/^There is no workflow/) });
    const { status: again } = await root.post(rerun, { changes: { workflow: 'sd15-t2i' } });
    expect(again).toBe(200);
  });

  it('reports what nodes lack, with similar names', async () => {
    const [loader] = Object.entries(graph).find(
      ([, { class_type }]) => class_type === 'CheckpointLoaderSimple',
    )!;
    const lacking = structuredClone(graph);
    const file = String(lacking[loader]!.inputs['ckpt_name']);
    lacking[loader]!.inputs['ckpt_name'] = file.replace('.', '-x.');
    const { body } = await bring({ id: 'lacking', graph: lacking });
    const [node] = body.report.providers;
    expect(node).toMatchObject({ runnable: false, missing_models: [{ folder: 'checkpoints' }] });
    expect(node?.missing_models[0]?.nearest).toContain(file);
    expect(body.workflow).toMatchObject({ requirements: { missing: [node] }, runnable_on: [] });
  });

  it('warns of a link of the wrong type, with node, class and reason', async () => {
    const crossed = structuredClone(graph);
    const [decoder, { class_type: decoding }] = Object.entries(crossed).find(
      ([, { class_type }]) => class_type === 'VAEDecode',
    )!;
    const [loader] = crossed[decoder]!.inputs['vae'] as [string, number];
    crossed[decoder]!.inputs['samples'] = [loader, 1];
    const { status, body } = await bring({ id: 'crossed', graph: crossed });
    const reason = `input samples takes LATENT, but ${loader} gives CLIP: the node will likely refuse it`;
    expect([status, body.report.status]).toEqual([201, 'ready']);
    expect(body.report.warnings).toContainEqual({ node: decoder, class: decoding, reason });
  });

  it('converts an editor’s file', async () => {
    const { status, body } = await bring({ id: 'drawn', graph: ONE_PICTURE });
    expect([status, body.report.status]).toEqual([201, 'ready']);
    const { body: converted } = await root.get<Graph>('/api/workflows/drawn/graph');
    expect(converted['1']).toMatchObject({ class_type: 'EmptyImage', inputs: { color: 255 } });
    expect(await run('drawn')).toBe('completed');
  });

  it('names similar classes of the node for a misspelt class', async () => {
    const [image, save] = ONE_PICTURE.nodes;
    const misspelt = { ...ONE_PICTURE, nodes: [{ ...image, type: 'EmptyImag' }, save] };
    const { body } = await bring({ id: 'misspelt', graph: misspelt });
    const alike = {
      class: 'EmptyImag',
      nearest: expect.arrayContaining(['EmptyImage']) as unknown,
    };
    expect(body.report.providers).toMatchObject([{ nearest_classes: [alike] }]);
    expect((await root.delete('/api/workflows/misspelt')).status).toBe(200);
  });

  it('keeps a file with unknown classes unconverted, with status needs_nodes', async () => {
    const [image, save] = ONE_PICTURE.nodes;
    const strange = { ...ONE_PICTURE, nodes: [{ ...image, type: 'Strange' }, save] };
    const { status, body } = await bring({ id: 'strange', graph: strange });
    expect([status, body]).toEqual([
      201,
      {
        workflow: null,
        report: {
          status: 'needs_nodes',
          params: {},
          providers: [expect.objectContaining({ missing_classes: ['Strange'] })],
          warnings: [{ node: '1', class: 'Strange', reason: 'no node offers this class yet' }],
        },
      },
    ]);
    const waiting = await root.get('/api/workflows/strange');
    expect([waiting.status, waiting.body]).toEqual([
      404,
      {
        code: 'workflow_not_found',
        detail:
          'There is no workflow with this id yet: strange.json waits for a node that offers Strange.',
        hint: 'GET /api/workflows?with_problems=true',
      },
    ]);
    const guest = await kinora.agent('guest');
    const answers = await Promise.all(
      ['strange', 'unknown'].map(async (id) => guest.get(`/api/workflows/${id}`)),
    );
    expect(answers[0]!.body).toEqual(answers[1]!.body);
    const { body: page } = await root.get('/api/workflows?with_problems=true');
    expect(page['problems']).toEqual([
      expect.objectContaining({ file: 'strange.json', status: 'needs_nodes' }),
    ]);
    expect((await root.delete('/api/workflows/strange')).status).toBe(200);
  });

  it('imports from a picture that the caller may read', async () => {
    const picture = withGraph(await png(), JSON.stringify(graph));
    const { body: upload } = await root.upload('a.png', picture);
    const { status, body } = await bring({ id: 'pictured', media: `/media/${upload.path}` });
    expect([status, body.workflow?.id]).toEqual([201, 'pictured']);
    const { body: bare } = await root.upload('b.png', await png(9, 9));
    const refused = await bring({ id: 'bare', media: bare.path });
    expect([refused.status, locs(refused.body)]).toEqual([422, [['body', 'media']]]);
    expect((await bring({ id: 'none', media: 'none.png' })).body).toMatchObject({
      code: 'media_not_found',
    });
    expect((await bring({ id: 'none', media: '../../etc/passwd' })).status).toBe(404);
  });

  it('applies the manifest over derived fields', async () => {
    const manifest = { vram_gb: 5, params: { width: { default: 768 }, steps: null } };
    const { body } = await bring({ id: 'stated', graph, manifest });
    expect(body.workflow?.params['width']?.default).toBe(768);
    expect(Object.keys(body.workflow?.params ?? {})).not.toContain('steps');
    expect(body.workflow).toMatchObject({ requirements: { vram_gb: 5 } });
  });

  it('keeps seeds exact to the last digit', async () => {
    const [sampler] = Object.entries(graph).find(([, { inputs }]) => 'seed' in inputs)!;
    const exact = structuredClone(graph);
    exact[sampler]!.inputs['seed'] = '18446744073709551615';
    expect((await bring({ id: 'exact', graph: exact })).status).toBe(201);
    const { body } = await root.get<Graph>('/api/workflows/exact/graph');
    expect(body[sampler]!.inputs['seed']).toBe('18446744073709551615');
    exact[sampler]!.inputs['seed'] = 2 ** 60;
    const refused = await bring({ id: 'rounded', graph: exact });
    expect([refused.status, locs(refused.body)]).toEqual([
      422,
      [['body', 'graph', sampler, 'inputs', 'seed']],
    ]);
  });

  it.each<[string, Record<string, unknown>, unknown[][]]>([
    ['neither', {}, [['body', 'graph']]],
    ['both', { graph: {}, media: 'a.png' }, [['body', 'media']]],
    ['no workflow', { graph: { a: 1 } }, [['body', 'graph']]],
    [
      'a node without a class',
      { graph: { '1': { class_type: 'EmptyImage' }, '2': {} } },
      [['body', 'graph', '2']],
    ],
    [
      'a link into nothing',
      { graph: { '1': { class_type: 'SaveImage', inputs: { images: ['9', 0] } } } },
      [['body', 'graph', '1', 'inputs', 'images']],
    ],
    [
      'the same, wrapped',
      { graph: { prompt: { '1': { class_type: 'SaveImage', inputs: { images: ['9', 0] } } } } },
      [['body', 'graph', 'prompt', '1', 'inputs', 'images']],
    ],
    [
      'a link of the editor into nothing, with its cause',
      { graph: { ...ONE_PICTURE, links: [], nodes: ONE_PICTURE.nodes.slice(1) } },
      [
        ['body', 'graph', 'nodes', 0],
        ['body', 'graph', 'nodes', 0],
      ],
    ],
    [
      'a manifest of another shape',
      {
        graph: ONE_PICTURE,
        manifest: { colour: 'red', params: { width: { grid: { step: 1.5 } } } },
      },
      [
        ['body', 'manifest', 'colour'],
        ['body', 'manifest', 'params', 'width', 'grid', 'offset'],
        ['body', 'manifest', 'params', 'width', 'grid', 'step'],
      ],
    ],
    [
      'a bind that leads nowhere',
      {
        graph: ONE_PICTURE,
        manifest: { params: { prompt: { binds: [{ node: '99', input: 'x' }] } } },
      },
      [['body', 'manifest', 'params', 'prompt']],
    ],
    ['an id with dots', { id: '../x', graph: ONE_PICTURE }, [['body', 'id']]],
    ['a name of blanks', { name: ' ', graph: ONE_PICTURE }, [['body', 'name']]],
  ])('refuses %s at its exact field, and writes no file', async (_, body, at) => {
    const { status, body: answer } = await bring({ id: 'refused', ...body });
    expect([status, locs(answer)]).toEqual([422, at]);
    for (const { msg } of (answer as unknown as { detail: { msg: string }[] }).detail)
      expect(msg).toMatch(/^[A-Z].*\.$/);
    expect(existsSync(join(kinora.folder, 'data', 'workflows', 'refused.json'))).toBe(false);
  });

  it('refuses ids that are taken, and ids of builtin workflows', async () => {
    expect((await bring({ id: 'mine', graph })).body).toMatchObject({ code: 'id_taken' });
    const taken = await bring({ id: 'sd15-t2i', graph });
    expect([taken.status, taken.body]).toEqual([
      409,
      expect.objectContaining({ code: 'workflow_builtin' }),
    ]);
    const removed = await root.delete('/api/workflows/sd15-t2i');
    expect([removed.status, removed.body['code']]).toEqual([409, 'workflow_builtin']);
    const twice = await Promise.all([bring({ id: 'race', graph }), bring({ id: 'race', graph })]);
    expect(twice.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('is for admins, within their lists', async () => {
    const ann = await kinora.agent('ann');
    const refused = await bring({ id: 'anns', graph }, ann);
    expect([refused.status, refused.body]).toEqual([
      403,
      expect.objectContaining({ code: 'admin_only' }),
    ]);
    expect((await ann.delete('/api/workflows/mine')).status).toBe(403);
    const narrow = await kinora.agent('narrow', { is_admin: true, allowed_workflows: ['x'] });
    expect((await bring({ id: 'y', graph }, narrow)).body).toMatchObject({
      code: 'workflow_not_allowed',
    });
    expect((await bring({ id: 'x', graph }, narrow)).status).toBe(201);
  });

  it('writes audit rows, and sends events to those who may use the workflow', async () => {
    const rootEvents = await StreamReader.open(`${kinora.url}/api/events`, { ...root.headers });
    const narrow = await kinora.agent('elsewhere', { allowed_workflows: ['sd15-t2i'] });
    const narrowEvents = await StreamReader.open(`${kinora.url}/api/events`, { ...narrow.headers });
    const workflowEvents = (reader: StreamReader): unknown[] =>
      reader.events.filter(({ event }) => event === 'workflow').map(({ data }) => data);
    const receives = (action: string) =>
      rootEvents.until(() =>
        workflowEvents(rootEvents).some(
          (one) => JSON.stringify(one) === JSON.stringify({ id: 'short', action }),
        ),
      );
    await bring({ id: 'short', graph });
    await receives('created');
    const { status, body } = await root.delete('/api/workflows/short');
    expect([status, body]).toEqual([200, { ok: true, id: 'short' }]);
    await receives('deleted');
    expect(workflowEvents(narrowEvents)).toEqual([]);
    rootEvents.close();
    narrowEvents.close();
    expect((await root.delete('/api/workflows/short')).status).toBe(404);
    const { body: auditLog } = await root.get<{ items: { action: string; actor: string }[] }>(
      '/api/audit?subject=short',
    );
    expect(auditLog.items.map(({ action, actor }) => [action, actor])).toEqual([
      ['workflow.remove', 'root'],
      ['workflow.import', 'root'],
    ]);
  });

  it('answers 404 to the second of two removals at once', async () => {
    await bring({ id: 'twice', graph });
    const answers = await Promise.all([
      root.delete('/api/workflows/twice'),
      root.delete('/api/workflows/twice'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    const { body } = await root.get<{ items: unknown[] }>('/api/audit?subject=twice');
    expect(body.items).toHaveLength(2);
  });

  it('accepts only the caller’s media in upload inputs of an imported workflow', async () => {
    const loading = {
      '1': { class_type: 'LoadImage', inputs: { image: 'example.png' } },
      '2': { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'x' } },
    };
    const { body } = await bring({ id: 'loading', graph: loading });
    expect(body.workflow?.params['image']).toMatchObject({ type: 'image', required: true });
    const ben = await kinora.agent('ben');
    const request = { workflow: 'loading', provider: 'simulator', prompt: 'x' };
    const { body: upload } = await root.upload('c.png', await png(12, 12));
    const foreign = await ben.post('/api/image/generate', { ...request, image: upload.path });
    expect([foreign.status, foreign.body['code']]).toEqual([404, 'media_not_found']);
    const { body: own } = await ben.upload('d.png', await png(13, 13));
    const sent = await ben.post('/api/image/generate', { ...request, image: own.path });
    expect([sent.status, sent.body['ok']]).toEqual([200, true]);
  });

  it('runs an imported video workflow like a shipped one', async () => {
    const { body: clip } = await root.get<Graph>('/api/workflows/wan22-5b-i2v/graph');
    const { status, body } = await bring({ id: 'clip', graph: clip });
    expect([status, body.workflow]).toMatchObject([201, { kind: 'video', source: 'imported' }]);
    const { body: start } = await root.upload('start.png', await png(64, 48));
    const { body: drawn } = await root.post('/api/video/generate', {
      workflow: 'clip',
      provider: 'simulator',
      prompt: 'waves',
      submit: false,
      image: start.path,
      width: 640,
      height: 384,
      length: 25,
      seed: 7,
    });
    expect(drawn).toMatchObject({ ok: true, mode: 'i2v' });
    const values = Object.values(drawn['workflow'] as Graph).flatMap(({ inputs }) =>
      Object.values(inputs),
    );
    expect(values).toEqual(expect.arrayContaining(['waves', 640, 384, 25, 7]));
  });

  it('keeps imported workflows over a restart', async () => {
    const file = readFileSync(join(kinora.folder, 'data', 'workflows', 'mine.json'), 'utf8');
    expect(JSON.parse(file)).toMatchObject({ prompt: expect.anything() as unknown });
    await kinora.stop();
    kinora = await kinora.restart();
    const { body } = await kinora
      .as((root.headers['Authorization'] ?? '').slice(7))
      .get('/api/workflows/mine');
    expect(body['name']).toBe('Mine');
  });
});
