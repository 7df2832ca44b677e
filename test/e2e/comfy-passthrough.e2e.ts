import type { TestCaller } from '../support/caller';
import { TestKinora } from '../support/kinora';
import { sendLargeObjectInfo } from '../support/large-object-info';
import { UNREACHABLE_URL, sendJson, sendNotFound, ScriptedNode } from '../support/scripted-node';
import { exchange, type WireAnswer } from '../support/raw-http';

type Json = Record<string, unknown>;

const REQUEST = { workflow: 'sd15-t2i', prompt: 'a fox', width: 64, height: 64, steps: 1 };

describe('GET /api/comfy/{path}', () => {
  let kinora: TestKinora;
  let scripted: ScriptedNode;

  beforeAll(async () => {
    scripted = await ScriptedNode.start();
    kinora = await TestKinora.start({
      providers: [
        { id: 'sim', kind: 'simulator', step_ms: 0, default: true },
        { id: 'odd', kind: 'comfyui', base_url: scripted.url, headers: { 'X-Secret': 'hidden' } },
        { id: 'away', kind: 'comfyui', base_url: UNREACHABLE_URL },
      ],
    });
    await kinora.online('sim');
  });
  afterAll(async () => {
    await kinora.close();
    await scripted.stop();
  });

  const wire = async (line: string, ...headers: string[]): Promise<WireAnswer> => {
    const head = [line, 'Host: 127.0.0.1', 'Connection: close', ...headers, '', ''].join('\r\n');
    const answer = await exchange(Number(new URL(kinora.url).port), {
      bytes: Buffer.from(head, 'latin1'),
      isCut: false,
    });
    if (!answer) throw new Error('closed without a word');
    return answer;
  };

  describe('the answer comes from the node', () => {
    it.each([
      ...['system_stats', 'object_info', 'models', 'queue', 'history', 'prompt'],
      ...['features', 'extensions'],
    ])('%s, from the default node when none is named', async (path) => {
      const { status, headers, body } = await kinora.get(`/api/comfy/${path}`);
      expect([status, typeof body]).toEqual([200, 'object']);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
    });

    it('one class, one folder', async () => {
      const { body } = await kinora.get('/api/comfy/object_info/KSampler?provider=sim');
      expect(Object.keys(body)).toEqual(['KSampler']);
      for (const path of ['models/checkpoints', 'models%2Fcheckpoints'])
        expect((await kinora.get(`/api/comfy/${path}`)).body).toEqual(expect.any(Array));
    });

    it('sends the request to the named node, with the rest of the query and nothing about the caller', async () => {
      scripted.setScript((_, response) => sendJson(response, { it: 'is me' }));
      const { body } = await kinora.get('/api/comfy/history?max_items=3&provider=odd&a=%26', {
        Cookie: 'a=b',
        'X-Mine': 'y',
        'Accept-Language': 'de',
      });
      expect(body).toEqual({ it: 'is me' });
      const asked = scripted.requests.find(({ path }) => path.startsWith('/history'))!;
      expect(asked.path).toBe('/history?max_items=3&a=%26');
      expect(asked.headers).toMatchObject({ 'x-secret': 'hidden', 'user-agent': 'kinora' });
      const names = Object.keys(asked.headers);
      for (const name of ['cookie', 'x-mine', 'accept-language', 'authorization', 'origin'])
        expect(names).not.toContain(name);
    });

    it('404 provider_not_found, 502 node_unreachable with Retry-After, 422 for two nodes', async () => {
      const none = await kinora.get('/api/comfy/queue?provider=none');
      expect([none.status, none.body['code']]).toEqual([404, 'provider_not_found']);
      const away = await kinora.get('/api/comfy/queue?provider=away');
      expect([away.status, away.body['code']]).toEqual([502, 'node_unreachable']);
      expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await kinora.get('/api/comfy/queue?provider=a&provider=b')).status).toBe(422);
      expect((await kinora.get('/api/comfy/queue?provider=')).status).toBe(422);
    });

    it("the node's own status", async () => {
      const { status, body } = await kinora.get('/api/comfy/models/nope');
      expect([status, body['code'], body['node_status']]).toEqual([404, 'node_answered', 404]);
      const [, hinted = ''] = String(body['hint']).split('GET ');
      expect((await kinora.get(hinted)).status).toBe(200);
      scripted.setScript((_, response) => sendJson(response, { error: 'at /srv/x.py' }, 500));
      const broken = await kinora.get('/api/comfy/queue?provider=odd');
      expect([broken.status, broken.body['code']]).toEqual([500, 'node_answered']);
      expect(JSON.stringify(broken.body)).not.toContain('/srv');
    });

    it.each<[string, Parameters<ScriptedNode['setScript']>[0]]>([
      ['HTML', (_, response) => response.end('<html>')],
      ['half of JSON', (_, response) => response.end('{"a":')],
      ['a fault in words', (_, response) => response.writeHead(500).end('Traceback')],
      [
        'a redirect',
        (_, response) => response.writeHead(307, { Location: `${scripted.url}/view` }).end(),
      ],
    ])('%s of the node is 502 node_bad_answer', async (_, script) => {
      scripted.setScript(script);
      const { status, headers, body } = await kinora.get('/api/comfy/queue?provider=odd');
      expect([status, body['code']]).toEqual([502, 'node_bad_answer']);
      expect(headers.get('content-type')).toContain('application/json');
      expect(scripted.paths).not.toContain('/view');
    });

    it('object_info of 102 MiB, whole', async () => {
      scripted.setScript(({ path }, response) => {
        if (path === '/object_info') void sendLargeObjectInfo(response);
        else sendNotFound(response);
      });
      const { status, body } = await fetch(`${kinora.url}/api/comfy/object_info?provider=odd`);
      let bytes = 0;
      for await (const chunk of body as AsyncIterable<Uint8Array>) bytes += chunk.length;
      expect(status).toBe(200);
      expect(bytes).toBeGreaterThan(100 * 1024 * 1024);
    });

    it('65 MiB of the node are 502 node_bad_answer', async () => {
      scripted.setScript((_, response) => response.end(Buffer.alloc(65 * 1024 * 1024, ' ')));
      const { status, body } = await kinora.get('/api/comfy/history?provider=odd');
      expect([status, body['code']]).toEqual([502, 'node_bad_answer']);
    });
  });

  describe('other paths are not forwarded', () => {
    beforeEach(() => scripted.setScript((_, response) => sendNotFound(response)));

    it.each([
      ...['view', 'api/queue', 'free', 'interrupt', 'userdata', 'internal/logs', 'Queue', 'ws'],
      ...['..', '../api/jobs', 'models/..', 'models/../view', 'models/./x', 'models//x', 'queue/'],
      ...['%2e%2e', '%2e%2e/view', 'models/%2E%2e/view', 'models%2F..%2Fview', 'models%2f%2fview'],
      ...['models/.%2e/view', '%252e%252e/view', 'models%252Fx', 'models/%2570', 'models/a%25b'],
      ...[
        'models\\..\\view',
        'models%5C..%5Cview',
        'models/a%00b',
        'models/%0d%0aX:1',
        'models/%7F',
      ],
      ...[
        'http://127.0.0.1/view',
        'http:%2F%2F127.0.0.1%2Fview',
        '/queue',
        '%2Fqueue',
        '%2F%2Fhost/x',
      ],
      ...[
        'extensions/core/x.js',
        'extensions%2Fx',
        `models/${'x'.repeat(2000)}`,
        'queue%3Fx',
        'queue%23',
      ],
    ])('%s is 403 path_not_allowed, and no node gets a request', async (path) => {
      const { status, body } = await wire(`GET /api/comfy/${path}?provider=odd HTTP/1.1`);
      const refused = { code: 'path_not_allowed', hint: 'GET /api/comfy/models' };
      expect([status, JSON.parse(body)]).toEqual([403, expect.objectContaining(refused)]);
      expect(scripted.paths.filter((one) => !isMonitored(one))).toEqual([]);
    });

    it.each([
      ['a % without digits', 'GET /api/comfy/models/%zz HTTP/1.1', 400],
      ['broken UTF-8', 'GET /api/comfy/models/%c0%ae HTTP/1.1', 400],
      ['a NUL on the wire', 'GET /api/comfy/models/\u0000 HTTP/1.1', 400],
      ['an absolute URL', 'GET http://127.0.0.1/api/comfy/queue HTTP/1.1', 200],
      ['an absolute URL of another host', 'GET http://evil.example/api/comfy/queue HTTP/1.1', 421],
      ['a URL over every measure', `GET /api/comfy/models/${'x'.repeat(20_000)} HTTP/1.1`, 431],
      ['no path at all', 'GET /api/comfy/ HTTP/1.1', 404],
      ['the bare route', 'GET /api/comfy HTTP/1.1', 404],
      ['another service', 'GET /api/comfyui/queue HTTP/1.1', 404],
    ])('%s', async (_, line, wanted) => {
      expect((await wire(line)).status).toBe(wanted);
    });

    it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'])('%s is 405', async (method) => {
      for (const path of ['queue', 'prompt', 'interrupt', 'history']) {
        const answer = await wire(`${method} /api/comfy/${path} HTTP/1.1`, 'Content-Length: 0');
        expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS']);
      }
    });

    it('HEAD is GET without its body', async () => {
      const { status, body } = await wire('HEAD /api/comfy/queue HTTP/1.1');
      expect([status, body]).toEqual([200, '']);
    });
  });

  describe('a caller who is not an admin', () => {
    let ada: TestCaller;
    let bob: TestCaller;
    beforeAll(async () => {
      ada = await kinora.agent('ada');
      bob = await kinora.agent('bob');
    });

    const ask = async (who: TestCaller, path: string): Promise<Json> => {
      const { status, body } = await who.get(`/api/comfy/${path}`);
      expect([path, status]).toEqual([path, 200]);
      return body;
    };
    const submit = async (who: TestCaller, seed: number): Promise<string> => {
      const request = { ...REQUEST, provider: 'sim', seed };
      const { body } = await who.post<{ prompt_id: string }>('/api/image/generate', request);
      await kinora.finished(body.prompt_id);
      return body.prompt_id;
    };

    it('has a history of their own prompts only, and an admin one of all', async () => {
      const [mine, theirs] = [await submit(ada, 1), await submit(bob, 2)];
      expect(Object.keys(await ask(ada, 'history'))).toEqual([mine]);
      expect(Object.keys(await ask(bob, 'history'))).toEqual([theirs]);
      const { body } = await kinora.get('/api/comfy/history');
      expect(Object.keys(body)).toEqual(expect.arrayContaining([mine, theirs]));
      expect(Object.keys(await ask(ada, `history/${mine}`))).toEqual([mine]);
      for (const id of [theirs, 'none', '00000000-0000-4000-8000-000000000000'])
        expect(await ask(ada, `history/${id}`)).toEqual({});
      const text = JSON.stringify(await ask(ada, 'history'));
      expect(text).not.toMatch(/client_id|create_time|preview_method|traceback/);
      expect(text).not.toContain(theirs);
    });

    it('sees no command line, no uploads, no custom node folders', async () => {
      expect(JSON.stringify(await ask(ada, 'system_stats'))).not.toContain('argv');
      const { LoadImage } = await ask(ada, 'object_info');
      expect(JSON.stringify(LoadImage)).toContain('[[],{"image_upload":true}]');
      expect(await ask(ada, 'models')).not.toContain('custom_nodes');
      expect((await ada.get('/api/comfy/models/custom_nodes')).status).toBe(404);
      expect(await ask(ada, 'prompt')).toEqual({ exec_info: { queue_remaining: 0 } });
    });

    it.each(['queue/x', 'history/a/b', 'object_info/a/b', 'system_stats/x'])(
      'has no way to what packs put at %s',
      async (path) => {
        const { status, body } = await ada.get(`/api/comfy/${path}`);
        expect([status, body['code']]).toEqual([403, 'path_not_allowed']);
      },
    );

    it('gets node_bad_answer for JSON that is nested too deeply', async () => {
      scripted.setScript((_, response) => response.end('['.repeat(200_000) + ']'.repeat(200_000)));
      const { status, body } = await ada.get('/api/comfy/features?provider=odd');
      expect([status, body['code']]).toEqual([502, 'node_bad_answer']);
    });
  });
});

/** Whether this is a request of the service's own monitor. */
function isMonitored(path: string): boolean {
  return (
    path.startsWith('/ws?') ||
    ['/system_stats', '/prompt', '/features', '/object_info'].includes(path)
  );
}
