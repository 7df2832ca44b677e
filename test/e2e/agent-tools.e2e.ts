import { mkdirSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { AgentTools, type ToolResult } from '../../src/modules/agent-tools/public/agent-tools';
import { TOOLS } from '../../src/modules/agent-tools/tools/tools';
import { recordsOf } from '../../src/platform/json';
import { eventually } from '../support/eventually';
import { newFolder, TestKinora } from '../support/kinora';
import { uniquePng } from '../support/media-samples';

const PICTURE = { workflow: 'sd15-t2i', prompt: 'a lighthouse', steps: 1, width: 64, height: 64 };

describe('tools of assistants', () => {
  let kinora: TestKinora;
  let tools: AgentTools;

  beforeAll(async () => {
    const folder = newFolder();
    const root = join(folder, 'training');
    mkdirSync(root);
    kinora = await TestKinora.start({ training: { root } }, folder);
    tools = kinora.app.get(AgentTools);
    await kinora.online();
  });
  afterAll(() => kinora.close());

  const call = (
    name: string,
    args: Record<string, unknown> = {},
    { key, ...more }: { key?: string; signal?: AbortSignal } = {},
  ): Promise<ToolResult> => {
    const { host } = new URL(kinora.url);
    const signed = key === undefined ? {} : { authorization: [`Bearer ${key}`] };
    const sender = { headersDistinct: { host: [host], ...signed }, socket: new Socket() };
    const { signal } = new AbortController();
    return tools.run({ name, arguments: args, sender, signal, ...more });
  };

  it('makes a picture, waits for it and shows it', async () => {
    const made = await call('make_image', PICTURE);
    expect(made).toMatchObject({ ok: true, body: { next: { tool: 'get_jobs' } } });
    const { next } = made.body as { next: { arguments: Record<string, unknown> } };
    const done = await call('get_jobs', next.arguments);
    expect(done.body).toMatchObject({ status: 'completed', outputs: [{ type: 'image' }] });
    const [link] = done.links;
    const shown = await call('look', { paths: [link?.path] });
    expect(shown.pictures).toMatchObject([{ mime: 'image/webp', path: link?.path }]);
    expect(shown.body).toMatchObject({ items: [{ path: link?.path, width: 64 }] });
  });

  it('says of a batch without pictures whether it has ended, and that there is none of an unknown id', async () => {
    expect(await call('look', { batch_id: 'bat_none' })).toMatchObject({
      status: 404,
      body: { code: 'batch_not_found' },
    });
    // Jobs wait while the disk is full.
    kinora.configure({ training: { root: 'training' }, limits: { min_free_bytes: 2 ** 50 } });
    const { body: batch } = await call('make_batch', {
      base: { type: 'image', ...PICTURE },
      count: 2,
    });
    const named = { batch_id: batch['id'] };
    expect((await call('look', named)).body).toMatchObject({
      items: [],
      status: 'running',
      next: { tool: 'get_jobs', arguments: named },
    });
    await call('cancel_jobs', named);
    expect((await call('look', named)).body).toEqual({
      items: [],
      status: 'cancelled',
      counts: expect.objectContaining({ completed: 0, cancelled: 2 }),
    });
    kinora.configure({ training: { root: 'training' } });
  });

  it('has the rights of the key that is sent, as they are at the time', async () => {
    const ann = await kinora.agent('ann', { allowed_workflows: ['sdxl-t2i'] });
    const refused = await call('make_image', PICTURE, ann);
    const { body, status } = await ann.post('/api/image/generate', {
      ...PICTURE,
      provider: 'auto',
    });
    expect(refused).toMatchObject({ ok: false, status, body });
    await kinora.as(null).patch('/api/agents/ann', { enabled: false });
    expect(await call('get_nodes', {}, ann)).toMatchObject({
      ok: false,
      status: 401,
      body: { code: 'invalid_key' },
    });
  });

  it('lists the tools of training only where a toolkit is set up, and says so when they are called', async () => {
    const names = () => tools.list().map(({ name }) => name);
    expect(names()).not.toContain('start_training');
    expect(tools.find('start_training')).toMatchObject({ hints: { costly: true } });
    const refused = await call('start_training', {
      ...{ job_name: 'fox', trigger_word: 'fox', dataset: 'foxes' },
    });
    expect(refused).toMatchObject({ ok: false, body: { code: 'training_not_configured' } });
    kinora.configure({ training: { root: 'training', base_url: 'http://127.0.0.1:9' } });
    await eventually(() => Promise.resolve(names().includes('start_training')));
    kinora.configure({ training: { root: 'training' } });
    await eventually(() => Promise.resolve(!names().includes('start_training')));
  });

  it('runs nothing twice with the same idempotency_key', async () => {
    const args = { ...PICTURE, idempotency_key: 'once' };
    const [first, second] = [await call('make_image', args), await call('make_image', args)];
    expect(first.body['prompt_id']).toEqual(expect.any(String));
    expect(second.body['prompt_id']).toBe(first.body['prompt_id']);
    const { path } = (await kinora.as(null).upload('pier.png', await uniquePng(16, 16))).body;
    for (const [tool, made] of [
      ['save_story', { project: { title: 'The pier' } }],
      ['file_address', { path }],
    ] as const) {
      const sent = { ...made, idempotency_key: tool };
      const [one, again] = [await call(tool, sent), await call(tool, sent)];
      expect([one.body['id'], again.body]).toEqual([expect.any(String), one.body]);
    }
  });

  it('stops waiting when the caller is gone', async () => {
    const { body } = await call('make_video', { workflow: 'wan22-14b-t2v', prompt: 'x' });
    const gone = new AbortController();
    const waiting = call(
      'get_jobs',
      { prompt_ids: [body['prompt_id']], wait_seconds: 25 },
      { signal: gone.signal },
    );
    gone.abort();
    await expect(waiting).rejects.toThrow('aborted');
    await call('cancel_jobs', { prompt_ids: [body['prompt_id']] });
  });

  it('answers unknown tools, unknown arguments and missing ids', async () => {
    expect((await call('make_imag')).body).toMatchObject({
      code: 'tool_not_found',
      detail: 'There is no such tool. Did you mean make_image, make_takes or make_batch?',
    });
    const { body: unlike } = await call('wash_dishes');
    const listed = tools.list().map(({ name }) => name);
    expect(unlike['detail']).toBe(`There is no such tool. There are: ${listed.join(', ')}.`);
    expect((await call('get_nodes', { limits: 3 })).body).toMatchObject({
      detail: [
        {
          loc: ['body', 'limits'],
          msg: expect.stringMatching(/^Leave this out: get_nodes takes .*\. Did you mean limit\?$/),
          type: 'extra_forbidden',
        },
      ],
    });
    const { body: project } = await call('save_story', { project: { title: 'Refusals' } });
    const scene = { project_id: project['id'], scene: { setting: 'exterior' } };
    expect((await call('save_story', scene)).body).toMatchObject({
      detail: [{ loc: ['body', 'scene', 'scene_number'], type: 'missing' }],
    });
    expect((await call('rerun_job', { changes: {} })).body).toMatchObject({
      detail: [{ loc: ['path', 'prompt_id'], type: 'missing' }],
    });
  });

  it('says which tools make the requests that errors name', async () => {
    const planned = await call('plan', {
      type: 'image',
      request: { ...PICTURE, count: 4, preset: 'prs_1' },
    });
    expect(planned.body['tools']).toEqual({
      'POST /api/batches': 'make_batch',
      'GET /api/presets/{id}': 'no tool: it takes the HTTP API',
    });
  });

  it('makes only requests that the API documents', async () => {
    const { body } = await kinora.get<{ paths: Record<string, object> }>('/openapi.json');
    const anyName = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}');
    const documented = new Set(
      Object.entries(body.paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${anyName(path)}`),
      ),
    );
    const made = TOOLS.flatMap(({ requests = [] }) => requests.map(anyName));
    expect(made.filter((request) => !documented.has(request))).toEqual([]);
  });

  it('plans only an object, and names its fields', async () => {
    const plan = (request: unknown) => call('plan', { type: 'image', request });
    for (const [args, loc, type] of [
      [{ type: 'image' }, ['body', 'request'], 'missing'],
      [{ type: 'image', request: '{"prompt":"x"}' }, ['body', 'request'], 'dict_type'],
      [
        { type: 'image', request: { ...PICTURE, width: 'x' } },
        ['body', 'request', 'width'],
        'int_type',
      ],
      [{ type: 'sound', request: PICTURE }, ['body', 'type'], 'enum'],
    ] as const)
      expect((await call('plan', args)).body).toMatchObject({ detail: [{ loc, type }] });
    const again = { ...PICTURE, idempotency_key: 'planned' };
    expect(await plan(again)).toMatchObject({ ok: true });
  });

  it('takes the idempotency_key of a batch also in its base', async () => {
    const base = { type: 'image', ...PICTURE, idempotency_key: 'in base' };
    const [first, again] = [await call('make_batch', { base }), await call('make_batch', { base })];
    expect([first.ok, again.body['id']]).toEqual([true, first.body['id']]);
    await call('cancel_jobs', { batch_id: first.body['id'] });
  });

  it('pages full lists, too', async () => {
    const eve = await kinora.agent('eve');
    const ids = Array.from({ length: 90 }, (_, at) => `who-${at}`);
    for (const id of ids)
      await eve.post('/api/characters', { id, name: id, base_prompt: 'x'.repeat(4_000) });
    const found: unknown[] = [];
    let cursor: unknown;
    do {
      const { body } = await call('get_characters', { detail: 'full', limit: 200, cursor }, eve);
      expect(body['shortened']).toBeUndefined();
      found.push(...recordsOf(body).map(({ id }) => id));
      cursor = body['next_cursor'] ?? undefined;
    } while (cursor !== undefined);
    expect(found.toSorted()).toEqual(ids.toSorted());
  });

  it('sets a description before the tags, and says what is set when the tags are refused', async () => {
    const { path } = (await kinora.as(null).upload('boat.png', await uniquePng(16, 16))).body;
    const edit = (args: object) => call('edit_media', { paths: [path], add_tags: ['x'], ...args });
    expect((await edit({ description: 'x'.repeat(30_000) })).status).toBe(422);
    const record = await call('look', { paths: [path] });
    expect(record.body).toMatchObject({ items: [expect.not.objectContaining({ tags: ['x'] })] });
    expect(await edit({ description: 'a boat', rating: 9 })).toMatchObject({
      status: 422,
      body: { hint: expect.stringContaining('without it') },
    });
    expect((await edit({ description: 'a boat', rating: 4 })).body).toMatchObject({
      ...{ description: 'a boat', tags: ['x'], rating: 4 },
    });
    expect((await call('look', { paths: [path, 'none.png'] })).body).toMatchObject({
      ...{ code: 'media_not_found', path: 'none.png' },
    });
  });

  it('says how to go on when a new dataset gets no pictures', async () => {
    const args = { id: 'mara', paths: ['none.png'] };
    expect(await call('save_dataset', { ...args, name: 'Mara' })).toMatchObject({
      ok: false,
      body: { code: 'media_not_found', hint: expect.stringContaining('without name') },
    });
    expect(await call('save_dataset', args)).toMatchObject({
      ok: false,
      body: { code: 'media_not_found', hint: 'POST /api/media' },
    });
  });

  it('names what can speak, as the list of voices does', async () => {
    const { status, body } = await kinora.get('/api/voices?limit=20');
    const answer = await call('get_characters', { voices: true });
    expect(answer).toMatchObject({ status, body });
  });

  it('answers arguments that fit into no request', async () => {
    for (const idempotency_key of [5, '', 'a\r\nX-Evil: 1', 'schlüssel'])
      expect(await call('make_image', { ...PICTURE, idempotency_key })).toMatchObject({
        status: 400,
        body: { code: 'invalid_idempotency_key' },
      });
    expect(await call('search_media', { q: 'x'.repeat(20_000) })).toMatchObject({
      status: 431,
      body: { code: 'headers_too_large', detail: expect.stringContaining('shorter texts') },
    });
    expect(await call('get_workflows', { workflow_id: '\ud800' })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'workflow_id'], type: 'value_error' }] },
    });
  });

  it('names all unfinished jobs in the next call, and links to a few files', async () => {
    const base = { type: 'image', ...PICTURE };
    const { body: batch } = await call('make_batch', { base, count: 20 });
    const end = await eventually(async () => {
      const now = await call('get_jobs', { batch_id: batch['id'], wait_seconds: 25 });
      return now.body['status'] !== 'running' && now;
    });
    expect(end.body).toMatchObject({ status: 'completed', counts: { completed: 20 } });
    expect(new Set(end.body['outputs'] as string[]).size).toBe(20);
    expect(end.links.map(({ path }) => path)).toEqual((end.body['outputs'] as []).slice(0, 16));
    const paged: string[] = [];
    for (let cursor: unknown; cursor !== null;) {
      const page = await call('get_jobs', { batch_id: batch['id'], limit: 8, cursor });
      paged.unshift(...(page.body['outputs'] as string[]));
      cursor = page.body['next_cursor'] ?? null;
    }
    expect(paged).toEqual(end.body['outputs']);
    const { body: made } = await call('get_jobs', { limit: 20, detail: 'full' });
    const done = (made as { items: { prompt_id: string; status: string }[] }).items;
    expect(new Set(done.map(({ status }) => status))).toEqual(new Set(['completed']));
    const slow = await Promise.all(
      Array.from({ length: 120 }, () =>
        // Many steps, so that none ends before the last one is made.
        call('make_video', {
          workflow: 'wan22-14b-t2v',
          prompt: 'x',
          workflow_params: { steps_high: 1000 },
        }),
      ),
    );
    const unfinished = slow.map(({ body }) => body['prompt_id']);
    const prompt_ids = [...done.map((job) => job.prompt_id), ...unfinished];
    const { body, links } = await call('get_jobs', { prompt_ids });
    const { next } = body as { next: { arguments: { prompt_ids: string[] } } };
    expect(next.arguments.prompt_ids.toSorted()).toEqual(unfinished.toSorted());
    expect(body['shortened']).toContain('full');
    const state = JSON.stringify({ ...body, next: undefined });
    expect(Buffer.byteLength(state)).toBeLessThanOrEqual(8_000);
    expect(links.length).toBeLessThan(done.length);
    await call('cancel_jobs', { prompt_ids: unfinished });
  });
});
