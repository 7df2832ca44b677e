import type { OpenAPIObject } from '@nestjs/swagger';
import { HostLookupGateway } from '../../src/modules/webhooks/delivery/host-lookup.gateway';
import { SimulatorNode } from '../../src/simulator/simulator-node';
import { AnswerCheck, type Method } from '../support/answer-check';
import { askAboutChat } from '../support/ask-about-chat';
import { askAboutCollections, askAboutLinks, askAboutMedia } from '../support/ask-about-media';
import { askAboutTraining } from '../support/ask-about-training';
import { askAboutProjects } from '../support/ask-about-projects';
import { askAboutRenders } from '../support/ask-about-renders';
import { askAboutTakes } from '../support/ask-about-takes';
import { askAboutWebhooks } from '../support/ask-about-webhooks';
import { DocumentedApi } from '../support/documented-api';
import { eventually } from '../support/eventually';
import { TestKinora } from '../support/kinora';
import type { ScriptedNode } from '../support/scripted-node';
import { SPEECH_KEYS, speechConfig, startSpeechServer } from '../support/speech-server';
import { StreamReader } from '../support/stream-reader';

type Json = Record<string, unknown>;
describe('responses match /openapi.json', () => {
  let kinora: TestKinora;
  let node: SimulatorNode;
  let speech: ScriptedNode;
  let document: OpenAPIObject;
  let api: DocumentedApi;
  let job: string;
  let media: string;
  let check: AnswerCheck;

  beforeAll(async () => {
    node = await SimulatorNode.start({ stepMs: 0 });
    speech = await startSpeechServer();
    kinora = await TestKinora.start(config());
    api = await DocumentedApi.of(kinora);
    ({ document } = api);
    check = new AnswerCheck(kinora.url, api);
    await kinora.online('node');
    job = await submit();
    const { outputs } = await kinora.finished(job);
    media = outputs[0]!.path;
  });
  afterEach(() => node.faults.reset());
  afterAll(async () => {
    await kinora.close();
    await node.stop();
    await speech.stop();
  });

  const config = () => ({
    providers: [{ id: 'node', kind: 'comfyui', base_url: node.url }],
    training: { root: '.', base_url: 'http://127.0.0.1:9' },
  });
  const REQUEST = { workflow: 'sd15-t2i', prompt: 'a fox', provider: 'node' };
  const SMALL = { ...REQUEST, width: 64, height: 64, steps: 2 };

  async function submit(fields: Json = {}): Promise<string> {
    const { body } = await kinora.post('/api/image/generate', { ...SMALL, ...fields });
    return String(body['prompt_id']);
  }

  const ask: AnswerCheck['ask'] = (...call) => check.ask(...call);
  const send: AnswerCheck['send'] = (...call) => check.send(...call);

  it.each([
    ...['/api/health', '/api/health/live', '/api/errors', '/api/guide', '/llms.txt'],
    ...['/metrics', '/api/providers', '/api/workflows', '/api/jobs', '/api/media'],
  ])('GET %s', (route) => ask('get', route, 200));

  it('a chapter of the guide', () => ask('get', '/api/guide/{chapter}', 200, { path: ['film'] }));

  it('lists with all their query parameters', async () => {
    await ask('get', '/api/jobs', 200, { query: '?with_total=true&limit=1&status=completed' });
    await ask('get', '/api/media', 200, { query: '?with_total=true&facets=true&q=fox' });
    await ask('get', '/api/media', 200, { query: '?view=tile&tag=a&tag=b' });
    await ask('get', '/api/media/buckets', 200, { query: '?tz=Europe/Zurich' });
    await ask('get', '/api/media/layout', 200);
    await ask('get', '/api/media/tags', 200);
    await ask('get', '/api/workflows', 200, { query: '?kind=image&runnable=true&with_total=true' });
    await ask('get', '/api/workflows', 404, { query: '?provider=none' });
    for (const route of ['/api/jobs', '/api/media', '/api/workflows', '/api/providers'])
      await ask('get', route, 422, { query: '?limit=0&cursor=x' });
  });

  it('refuses an unknown query parameter on every API route', async () => {
    const routes = Object.entries(document.paths).flatMap(([route, methods]) =>
      Object.keys(methods as Json).map((method) => ({ route, method: method as Method })),
    );
    const checked = routes.filter(
      ({ route }) => route.startsWith('/api/') && route !== '/api/comfy/{path}',
    );
    for (const { route, method } of checked) {
      const { response, text } = await send(method, route, {
        path: ['a', 'b', 'c', 'd'],
        query: '?odd=1',
      });
      const { detail } = JSON.parse(text) as { detail: { loc: unknown; type: string }[] };
      const unknown = detail.filter(({ type }) => type === 'extra_forbidden');
      expect([route, method, response.status, unknown.map(({ loc }) => loc)]).toEqual([
        ...[route, method, 422],
        [['query', 'odd']],
      ]);
      expect(document.paths[route]?.[method]?.responses).toHaveProperty('422');
    }
    expect(checked.length).toBeGreaterThan(30);
  });

  it('single resources, and missing ones', async () => {
    const things: [string, string][] = [
      ['/api/providers/{id}', 'node'],
      ['/api/workflows/{workflow_id}', 'sdxl-t2i'],
      ['/api/workflows/{workflow_id}/graph', 'sdxl-t2i'],
      ['/api/jobs/{prompt_id}', job],
      ['/api/jobs/{prompt_id}/graph', job],
      ['/api/media/{path}', media],
    ];
    for (const [route, id] of things) {
      await ask('get', route, 200, { path: [id] });
      await ask('get', route, 404, { path: ['none'] });
      await ask('get', route, 400, { path: ['%zz'] });
      await ask('get', route, 422, { path: ['%00'] });
    }
  });

  it('node routes', async () => {
    const comfy = '/api/comfy/{path}';
    await ask('get', comfy, 200, { path: ['models/checkpoints'] });
    await ask('get', comfy, 400, { path: ['%zz'] });
    await ask('get', comfy, 403, { path: ['view'] });
    await ask('get', comfy, 404, { path: ['queue'], query: '?provider=none' });
    await ask('get', comfy, 422, { path: ['queue'], query: '?provider=' });
  });

  it('every workflow', async () => {
    const { items } = await ask('get', '/api/workflows', 200, { query: '?limit=200' });
    for (const { id } of items as { id: string }[])
      await ask('get', '/api/workflows/{workflow_id}', 200, { path: [id] });
  });

  it('imported workflows', async () => {
    const { body: graph } = await kinora.get('/api/workflows/sd15-t2i/graph');
    const one = '/api/workflows/{workflow_id}';
    await ask('post', '/api/workflows', 201, { body: { id: 'imported', graph } });
    const waiting = {
      nodes: [
        { id: 1, type: 'Strange', outputs: [{ name: 'o', type: 'IMAGE', links: [1] }] },
        { id: 2, type: 'SaveImage', inputs: [{ name: 'images', type: 'IMAGE', link: 1 }] },
      ],
      links: [[1, 1, 0, 2, 0, 'IMAGE']],
    };
    await ask('post', '/api/workflows', 201, { body: { id: 'waits', graph: waiting } });
    await ask('post', '/api/workflows', 409, { body: { id: 'imported', graph } });
    await ask('post', '/api/workflows', 422, { body: { id: 'refused', graph: {} } });
    await ask('post', '/api/workflows', 404, { body: { id: 'refused', media: 'none.png' } });
    await ask('get', one, 200, { path: ['imported'] });
    await ask('get', '/api/workflows', 200, { query: '?with_problems=true' });
    await ask('delete', one, 200, { path: ['imported'] });
    await ask('delete', one, 404, { path: ['imported'] });
    await ask('delete', one, 409, { path: ['sd15-t2i'] });
  });

  describe('POST /api/image/generate', () => {
    const route = '/api/image/generate';

    it('submitted and dry run', async () => {
      const sent = await ask('post', route, 200, { body: SMALL });
      expect(Object.keys(sent)).toContain('prompt_id');
      const shown = await ask('post', route, 200, { body: { ...REQUEST, submit: false } });
      expect(Object.keys(shown)).toContain('graph');
    });

    it.each<[number, unknown, Record<string, string>]>([
      [400, SMALL, { 'Idempotency-Key': '' }],
      [403, SMALL, { Origin: 'https://evil.example' }],
      [404, { ...SMALL, workflow: 'none' }, {}],
      [413, { ...SMALL, description: 'x'.repeat(5 << 20) }, {}],
      [415, SMALL, { 'Content-Type': 'text/plain' }],
      [422, { prompt: 5, nope: 1 }, {}],
    ])('refused with %i', (status, body, headers) => ask('post', route, status, { body, headers }));
  });

  it('POST /api/video/generate', async () => {
    const route = '/api/video/generate';
    const clip = { workflow: 'wan22-14b-t2v', prompt: 'a fox', provider: 'node' };
    const small = { ...clip, width: 16, height: 16, length: 5, steps_high: 1, steps_low: 1 };
    const sent = await ask('post', route, 200, { body: small });
    expect(Object.keys(sent)).toContain('prompt_id');
    const shown = await ask('post', route, 200, { body: { ...clip, submit: false } });
    expect(Object.keys(shown)).toContain('workflow');
    await ask('post', route, 404, { body: { ...clip, workflow: 'none' } });
    await ask('post', route, 422, { body: { ...clip, mode: 'i2v' } });
    const path = [String(sent['prompt_id'])];
    await ask('post', '/api/jobs/{prompt_id}/rerun', 200, { path });
  });

  it('POST /api/plan', async () => {
    const route = '/api/plan';
    const clip = { type: 'video', workflow: 'wan22-14b-t2v', prompt: 'a fox', provider: 'auto' };
    await ask('post', route, 200, { body: { ...SMALL, type: 'image' } });
    await ask('post', route, 200, { body: clip });
    await ask('post', route, 404, { body: { ...clip, workflow: 'none' } });
    await ask('post', route, 422, { body: SMALL });
    await ask('post', route, 422, { body: { ...clip, steps: 4 } });
  });

  /** For the next job: earlier ones have ended. */
  async function allowOneStep(): Promise<void> {
    await eventually(async () => {
      const { body } = await kinora.get<{ items: unknown[] }>('/api/jobs?status=queued,running');
      return body.items.length === 0;
    });
    node.faults.set({ steps_allowed: 1 });
  }

  it('a job that waits, runs, is cancelled and rerun', async () => {
    await allowOneStep();
    const running = await submit({ seed: 1 });
    const waiting = await submit({ seed: 2 });
    await submit({ steps: 1, seed: 3 });
    await eventually(async () => {
      const { body } = await kinora.get(`/api/jobs/${running}`);
      return body['progress'] !== null;
    });
    await ask('get', '/api/jobs', 200, { query: '?status=queued,running' });
    for (const id of [running, waiting]) {
      await ask('get', '/api/jobs/{prompt_id}', 200, { path: [id] });
      await ask('post', '/api/jobs/{prompt_id}/cancel', 200, { path: [id] });
      await ask('post', '/api/jobs/{prompt_id}/cancel', 409, { path: [id] });
    }
    const asText = { path: [job], body: {}, headers: { 'Content-Type': 'text/plain' } };
    await ask('post', '/api/jobs/{prompt_id}/cancel', 415, asText);
    await ask('post', '/api/jobs/cancel', 200, { body: { prompt_ids: [running, 'none'] } });
    await ask('get', '/api/jobs', 200, { query: `?prompt_ids=${running},none&wait=1` });
    await ask('get', '/api/jobs/{prompt_id}/request', 200, { path: [job] });
    const rerun = '/api/jobs/{prompt_id}/rerun';
    await ask('post', rerun, 200, { path: [job] });
    await ask('post', rerun, 200, { path: [job], body: { changes: { submit: false } } });
    await ask('post', rerun, 404, { path: ['none'] });
    await ask('post', rerun, 422, { path: [job], body: { changes: { steps: 'x' } } });
  });

  it('batches', async () => {
    const route = '/api/batches';
    const base = { ...SMALL, type: 'image' };
    const batch = await ask('post', route, 201, { body: { base, count: 2 } });
    const path = [String(batch['id'])];
    await ask('post', route, 200, { body: { base: { ...base, steps: 'x' }, dry_run: true } });
    await ask('post', route, 404, { body: { base: { ...base, workflow: 'none' } } });
    await ask('post', route, 422, { body: { base: { ...base, steps: 'x' } } });
    await ask('get', route, 200, { query: '?with_total=true' });
    await ask('get', `${route}/{id}/children`, 200, { path });
    await eventually(async () => (await ask('get', `${route}/{id}`, 200, { path }))['finished_at']);
    await ask('get', `${route}/{id}/children`, 200, { path });
    await ask('get', `${route}/{id}/contact-sheet`, 200, { path });
    await ask('get', `${route}/{id}/contact-sheet`, 422, { path, query: '?page=2' });
    await ask('post', `${route}/{id}/cancel`, 409, { path });
    node.faults.set({ steps_allowed: 0 });
    const { body: held } = await kinora.post(route, { base });
    await ask('post', `${route}/{id}/cancel`, 200, { path: [String(held['id'])] });
  });

  it('speech', async () => {
    const speak = { text: 'Hello.', voice_id: 'mara' };
    await kinora.post('/api/characters', { id: 'mute', name: 'Mute' });
    await ask('get', '/api/voices', 503);
    await ask('post', '/api/voices/speak', 503, { body: speak });
    kinora.setVariables(SPEECH_KEYS);
    kinora.configure({ ...config(), speech: speechConfig(speech.url) });
    await ask('get', '/api/voices', 200, { query: '?with_total=true' });
    await ask('post', '/api/voices/speak', 201, { body: speak });
    await ask('post', '/api/voices/speak', 200, { body: speak });
    await ask('post', '/api/voices/speak', 404, { body: { ...speak, voice_id: 'none' } });
    await ask('post', '/api/voices/speak', 409, { body: { text: 'Hello.', character: 'mute' } });
    await ask('post', '/api/voices/speak', 422, { body: { ...speak, text: '' } });
    speech.setScript((_, response) => response.end('no sound'));
    await ask('post', '/api/voices/speak', 502, { body: { ...speak, text: 'Bye.' } });
  });

  it('presets and earlier prompts', async () => {
    const route = '/api/presets';
    const preset = { name: 'Soft', workflow: 'sd15-t2i', values: { steps: 30 } };
    const path = [String((await ask('post', route, 201, { body: preset }))['id'])];
    await ask('post', route, 404, { body: { ...preset, workflow: 'none' } });
    await ask('get', route, 200, { query: '?with_total=true' });
    await ask('get', `${route}/{id}`, 200, { path });
    await ask('patch', `${route}/{id}`, 200, { path, body: { name: 'Softer' } });
    await ask('delete', `${route}/{id}`, 200, { path });
    await ask('delete', `${route}/{id}`, 404, { path });
    await ask('get', '/api/prompts', 200, { query: '?with_total=true&q=fox' });
    await ask('delete', '/api/prompts', 200);
  });

  it('webhooks', async () => {
    const lookup = jest.spyOn(kinora.app.get(HostLookupGateway), 'addressesOf');
    lookup.mockResolvedValue(['127.0.0.1']);
    await askAboutWebhooks(ask);
    lookup.mockRestore();
  });

  it('media that look alike', async () => {
    const route = '/api/media/duplicates';
    const { body: page } = await kinora.get<{ items: { path: string }[] }>('/api/media?type=image');
    const path = page.items.slice(0, 1).map((item) => item.path);
    await ask('get', route, 200, { query: '?limit=2' });
    await ask('get', route, 422, { query: '?cursor=x' });
    await ask('get', '/api/media/{path}/similar', 200, { path });
    const resolve = `${route}/resolve`;
    await ask('post', resolve, 200, { body: { keep: path[0], merge: ['none.png'] } });
    await ask('post', resolve, 200, { body: { distinct: [path[0], 'none.png'] } });
    await ask('post', resolve, 404, { body: { keep: 'none.png', merge: path } });
    await ask('post', resolve, 422, { body: {} });
  });

  it('collections', () => askAboutCollections(ask));

  it('LoRA training', () => askAboutTraining(ask, media));

  it('characters', async () => {
    const route = '/api/characters';
    const one = `${route}/{character_id}`;
    const path = ['mara'];
    const lora = { workflow: '*', name: 'x.safetensors', base_model: 'SDXL' };
    const body = { id: 'mara', name: 'Mara', loras: [lora], voice: { voice_id: 'v' } };
    await ask('post', route, 200, { body });
    await ask('post', route, 404, { body: { ...body, source_images: ['none.png'] } });
    await ask('get', route, 200, { query: '?with_total=true&q=mara' });
    await ask('get', one, 200, { path });
    await ask('get', `${one}/media`, 200, { path, query: '?with_total=true' });
    await ask('get', `${one}/media`, 404, { path: ['none'] });
    await ask('patch', one, 200, { path, body: { voice: null, defaults: { guidance: 2 } } });
    const image = { workflow: 'sd15-t2i', provider: 'auto', prompt: 'a fox', character: 'mara' };
    await ask('post', '/api/image/generate', 200, { body: { ...image, submit: false } });
    await ask('post', '/api/plan', 200, { body: { ...image, type: 'image' } });
    await ask('delete', one, 200, { path });
    await ask('delete', one, 404, { path });
  });

  it('projects', () => askAboutProjects(ask));

  it('takes', () => askAboutTakes(ask));

  it('renders', () => askAboutRenders(ask));

  it('model files', async () => {
    const folder = '/api/models/{folder}';
    await ask('get', '/api/loras', 200, { query: '?with_total=true&q=x' });
    await ask('get', '/api/loras', 404, { query: '?provider=none' });
    const { items } = await ask('get', folder, 200, { path: ['checkpoints'] });
    const { name } = (items as { name: string }[])[0]!;
    const path = ['checkpoints'];
    await ask('patch', folder, 200, { path, body: { name, title: 'The first' } });
    await ask('patch', folder, 422, { path, body: { name: 'none.safetensors' } });
  });

  it('previews', async () => {
    const preview = '/api/jobs/{prompt_id}/preview';
    await allowOneStep();
    const running = await submit({ seed: 4, width: 256, height: 256, previews: true });
    await eventually(async () => {
      const { status, headers } = await fetch(`${kinora.url}/api/jobs/${running}/preview`);
      return status === 200 && headers.get('cache-control') === 'no-store';
    });
    await ask('get', preview, 200, { path: [running] });
    await kinora.post(`/api/jobs/${running}/cancel`);
    await ask('get', preview, 404, { path: ['none'] });
  });

  it('files', async () => {
    const file = '/media/{path}';
    await ask('get', file, 200, { path: [media] });
    await ask('get', file, 200, { path: [media], query: '?thumbnail=256' });
    await ask('get', file, 206, { path: [media], headers: { Range: 'bytes=0-9' } });
    await ask('get', file, 304, { path: [media], headers: { 'If-None-Match': '*' } });
    await ask('get', file, 416, { path: [media], headers: { Range: 'bytes=9999999-' } });
    await ask('get', file, 404, { path: ['none.png'] });
    await ask('get', file, 422, { path: [media], query: '?thumbnail=1' });
  });

  it('uploads, changes and deletions of media', () => askAboutMedia(ask));

  it('the chat', () => askAboutChat(ask));

  it('links and upload addresses', () => askAboutLinks(ask));

  it('sessions', async () => {
    const made = await kinora.post<{ key: string }>('/api/agents', { id: 'guest', name: 'Guest' });
    await ask('get', '/api/session', 200, {});
    await ask('post', '/api/session', 200, { body: { key: made.body.key } });
    await ask('post', '/api/session', 401, { body: { key: 'wrong' } });
    await ask('post', '/api/session', 422, { body: {} });
    await ask('delete', '/api/session', 200, {});
  });

  it('agents, profiles and the audit log', async () => {
    const agents = '/api/agents';
    const one = `${agents}/{id}`;
    const profile = `${agents}/{agent_id}/profile`;
    const path = ['film-crew'];
    await ask('post', agents, 201, { body: { id: 'film-crew', name: 'Film crew' } });
    await ask('post', agents, 409, { body: { id: 'film-crew', name: 'Film crew' } });
    await ask('post', agents, 422, { body: {} });
    await ask('get', agents, 200, { query: '?with_total=true' });
    await ask('get', one, 200, { path });
    await ask('get', one, 404, { path: ['nobody'] });
    await ask('patch', one, 200, { path, body: { max_concurrent_jobs: 2 } });
    await ask('patch', one, 422, { path, body: { name: null } });
    await ask('post', `${one}/rotate`, 200, { path });
    await ask('get', profile, 200, { path });
    await ask('patch', profile, 200, { path, body: { bio: 'We make films.' } });
    await ask('patch', profile, 404, { path, body: { avatar: 'none.png' } });
    await ask('delete', one, 200, { path });
    await ask('get', '/api/audit', 200, { query: '?with_total=true' });
    await ask('get', '/api/audit', 422, { query: '?since=yesterday' });
  });

  it('MCP', async () => {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_nodes' } };
    await ask('post', '/mcp', 200, { body: call });
    await ask('post', '/mcp', 422, { body: [call] });
  });

  it('event streams', async () => {
    const reader = await StreamReader.open(`${kinora.url}/api/events`);
    const id = await submit({ seed: 7 });
    await kinora.post('/api/batches', { base: { ...SMALL, type: 'image' } });
    for (const kind of ['job', 'batch'])
      await reader.until((events) =>
        events.some(({ event, data }) => event === kind && (data as Json)['finished_at'] !== null),
      );
    reader.close();
    expect(reader.events.map(({ data }) => (data as Json)['prompt_id'])).toContain(id);
    const answer = api.at('#/paths/~1api~1events/get/responses/200/content/text~1event-stream');
    for (const { event, data } of reader.events)
      api.expectMatch((answer['x-events'] as Json)[event], data);
    check.asked.add('get /api/events').add('get /api/jobs/{prompt_id}/events');
  });

  it('cover every route', () => {
    const routes = Object.entries(document.paths).flatMap(([route, item]) =>
      Object.keys(item).map((method) => `${method} ${route}`),
    );
    expect([...check.asked].sort()).toEqual(routes.sort());
  });
});
