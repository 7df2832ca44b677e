import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OpenAPIObject } from '@nestjs/swagger';
import { open } from '../support/browser';
import { describeWith } from '../support/required-programs';
import { HostilePage } from '../support/hostile-page';
import { TestKinora } from '../support/kinora';
import { exchange } from '../support/raw-http';

const REQUEST = {
  workflow: 'sd15-t2i',
  provider: 'node',
  prompt: 'a fox',
  width: 64,
  height: 64,
  steps: 1,
};
const CONFIG = { providers: [{ id: 'node', kind: 'simulator', step_ms: 0 }] };

/** The stored data, which no attack may change. */
async function holdings(kinora: TestKinora): Promise<unknown> {
  const lists = ['/api/jobs', '/api/media'].map(async (path) => {
    const { body } = await kinora.get<{ items: object[] }>(path);
    return body.items;
  });
  return Promise.all(lists);
}

describe('pages of other origins, in open mode', () => {
  let kinora: TestKinora;
  let routes: [string, string][];
  let port: number;
  beforeAll(async () => {
    kinora = await TestKinora.start(CONFIG);
    port = Number(new URL(kinora.url).port);
    const { body } = await kinora.get<OpenAPIObject>('/openapi.json');
    routes = Object.entries(body.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method): [string, string] => [
        method.toUpperCase(),
        path.replace(/\{\w+\}/g, 'x'),
      ]),
    );
    for (const path of ['/', '/docs', '/openapi.json', '/nope', '/media', '/mcp'])
      routes.push(['GET', path], ['POST', path], ['OPTIONS', path]);
  });
  afterAll(() => kinora.close());

  /** The code that a raw request is refused with, or its status. */
  async function verdict(lines: readonly string[], body = ''): Promise<unknown> {
    const bytes = Buffer.from([...lines, 'Connection: close', '', body].join('\r\n'));
    const answer = await exchange(port, { bytes, isCut: false });
    if (!answer || answer.status < 400) return answer?.status;
    return (JSON.parse(answer.body) as { code: string }).code;
  }

  const own = (): string => `Host: 127.0.0.1:${port}`;

  it.each<[string, string, readonly string[]]>([
    ['a page elsewhere', 'cross_origin', ['Origin: https://evil.example']],
    ['a sandboxed page or a local file', 'cross_origin', ['Origin: null']],
    ['another port of this machine', 'cross_origin', ['Origin: http://127.0.0.1:1']],
    ['a tag on a page elsewhere', 'cross_origin', ['Sec-Fetch-Site: cross-site']],
    ['a tag on a page of another port', 'cross_origin', ['Sec-Fetch-Site: same-site']],
    [
      'an image tag',
      'cross_origin',
      ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: no-cors', 'Sec-Fetch-Dest: image'],
    ],
    [
      'a script tag',
      'cross_origin',
      ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: no-cors', 'Sec-Fetch-Dest: script'],
    ],
    [
      'a frame',
      'cross_origin',
      ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: iframe'],
    ],
    [
      'a socket',
      'cross_origin',
      ['Origin: https://evil.example', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
    ],
    [
      'a page with an unknown key',
      'cross_origin',
      ['Origin: https://evil.example', 'Authorization: Bearer kin_x'],
    ],
  ])('%s is refused on every route but public links', async (_, code, lines) => {
    for (const [method, path] of routes) {
      const isPublic = method === 'GET' && path === '/link/x';
      expect([
        method,
        path,
        await verdict([`${method} ${path} HTTP/1.1`, own(), ...lines]),
      ]).toEqual([method, path, isPublic ? 'link_gone' : code]);
    }
  });

  it('a name that was bound to this machine is refused on every route, as its own origin, too', async () => {
    const host = `rebound.example:${port}`;
    for (const [method, path] of routes)
      for (const more of [[], [`Origin: http://${host}`, 'Sec-Fetch-Site: same-origin']])
        expect(await verdict([`${method} ${path} HTTP/1.1`, `Host: ${host}`, ...more])).toBe(
          'host_not_allowed',
        );
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'a %s body, as forms send it, is refused without any other sign of a page',
    async (type) => {
      const body = JSON.stringify(REQUEST);
      const lines = [own(), `Content-Type: ${type}`, `Content-Length: ${body.length}`];
      for (const path of ['/api/image/generate', '/api/jobs/x/rerun', '/api/jobs/x/cancel'])
        expect(await verdict([`POST ${path} HTTP/1.1`, ...lines], body)).toBe(
          'unsupported_media_type',
        );
    },
  );

  it('our own page and a script may', async () => {
    const page = { Origin: kinora.url, 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors' };
    for (const headers of [page, {}]) {
      const { body, status } = await kinora.post('/api/image/generate', REQUEST, headers);
      expect([status, body['ok']]).toEqual([200, true]);
      expect((await kinora.get('/api/jobs', headers)).status).toBe(200);
      await kinora.finished(String(body['prompt_id']));
    }
  });
});

describeWith('chromium', 'a hostile page in a browser, in open mode', () => {
  let kinora: TestKinora;
  let job: string;
  let media: string;
  beforeAll(async () => {
    kinora = await TestKinora.start(CONFIG);
    const { body } = await kinora.post('/api/image/generate', REQUEST);
    job = String(body['prompt_id']);
    media = (await kinora.finished(job)).outputs[0]!.url;
  });
  afterAll(() => kinora.close());

  /** Every request that reaches the service, with how it ended. */
  function listen(): string[] {
    const seen: string[] = [];
    const server = kinora.app.getHttpServer();
    server.on('request', (request: IncomingMessage, response: ServerResponse) =>
      response.once('close', () =>
        seen.push(`${String(request.method)} ${String(request.url)} ${response.statusCode}`),
      ),
    );
    return seen;
  }

  it.each([
    ['of another site', 'evil.example', '127.0.0.1', 403],
    ['of another port of this machine', '127.0.0.1', '127.0.0.1', 403],
    ['that knows the service by a name of its own', 'evil.example', 'rebound.example', 421],
  ])('%s reads nothing and changes nothing', async (_, host, alias, refusal) => {
    const before = await holdings(kinora);
    const target = kinora.url.replace('127.0.0.1', alias);
    const hostile = await HostilePage.serve({ target, job, media });
    const seen = listen();
    const { page } = await open(`http://${host}:${hostile.port}/`, [
      'evil.example',
      'rebound.example',
    ]);
    expect(/data-read="([^"]*)"/.exec(page)?.[1]).toBe('nothing');
    expect(seen.length).toBeGreaterThan(8);
    expect(seen.filter((line) => !line.endsWith(` ${refusal}`))).toEqual([]);
    expect(await holdings(kinora)).toEqual(before);
    await hostile.close();
  });
});
