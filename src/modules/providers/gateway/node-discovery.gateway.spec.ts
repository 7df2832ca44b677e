import {
  type GatewayFixture,
  gatewayFixture,
  oneNode,
} from '../../../../test/support/gateway-fixture';
import { ManualClock } from '../../../../test/support/manual-clock';
import {
  UNREACHABLE_URL,
  sendJson,
  sendNotFound,
  type Script,
  ScriptedNode,
} from '../../../../test/support/scripted-node';
import { waitUntil } from '../../../../test/support/wait-until';
import { NodeAnswered, NodeBadAnswer, NodeBusy, NodeUnreachable } from '../public/node-errors';
import type { DiscoveryResponse } from '../public/node-discovery';
import { NodeDiscoveryGateway } from './node-discovery.gateway';

describe('discovery requests to nodes', () => {
  let node: ScriptedNode;
  let fixture: GatewayFixture;
  let clock: ManualClock;
  let questions: NodeDiscoveryGateway;

  const over = (url: string, more: object = {}): void => {
    fixture = gatewayFixture(oneNode(url, more), clock);
    questions = new NodeDiscoveryGateway(fixture.requests, fixture.catalogue, clock);
  };
  const ask = (
    path: string,
    query = '',
    ownerId: string | null = null,
  ): Promise<DiscoveryResponse> =>
    questions.get('a', { caller: { ownerId }, segments: path.split('/'), query });

  beforeEach(async () => {
    node = await ScriptedNode.start();
    clock = new ManualClock();
    over(node.url, { headers: { 'X-Secret': 's' } });
  });

  afterEach(async () => {
    fixture.close();
    await node.stop();
  });

  it('are sent encoded, with the configured headers and no others', async () => {
    await ask('history/a b#?%', 'x=1');
    const { path, headers } = node.requests[0]!;
    expect(path).toBe('/history/a%20b%23%3F%25?x=1');
    expect(Object.keys(headers).sort()).toEqual(
      ['accept', 'accept-encoding', 'connection', 'host', 'user-agent', 'x-secret'].sort(),
    );
  });

  it('are returned as the node wrote them, unless that is not strict JSON', async () => {
    node.setScript((_, response) => response.end('{"max": 18446744073709551615}'));
    const { chunks } = await ask('queue');
    expect(Buffer.concat(chunks ?? []).toString()).toBe('{"max": 18446744073709551615}');
    node.setScript((_, response) => response.end('\uFEFF{"max": Infinity, "x": "NaN"}'));
    expect(await ask('queue')).toMatchObject({ chunks: null, value: { max: null, x: 'NaN' } });
  });

  it.each<[string, Script, new (...args: never[]) => Error, object]>([
    ['invalid', (_, response) => response.end('{"a":'), NodeBadAnswer, {}],
    ['nothing', (_, response) => response.end(), NodeBadAnswer, {}],
    [
      'HTML',
      (_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>'),
      NodeBadAnswer,
      {},
    ],
    [
      'a redirect',
      (_, response) => response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end('{}'),
      NodeBadAnswer,
      {},
    ],
    ['no content', (_, response) => response.writeHead(204).end(), NodeBadAnswer, {}],
    ['a fault in words', (_, response) => response.writeHead(500).end('oh'), NodeBadAnswer, {}],
    [
      'a fault in JSON',
      (_, response) => sendJson(response, {}, 500),
      NodeAnswered,
      { spec: { status: 500 } },
    ],
    [
      'no such route',
      (_, response) => sendNotFound(response),
      NodeAnswered,
      { spec: { status: 404 } },
    ],
    [
      'an empty 404',
      (_, response) => response.writeHead(404).end(),
      NodeAnswered,
      { extras: { node_status: 404 } },
    ],
    [
      'a refusal',
      (_, response) => sendJson(response, {}, 418),
      NodeAnswered,
      { spec: { status: 418 } },
    ],
    ['a wish for a password', (_, response) => sendJson(response, {}, 401), NodeUnreachable, {}],
    [
      'no time',
      (_, response) => response.writeHead(503, { 'Retry-After': '7' }).end(),
      NodeBusy,
      { headers: { 'Retry-After': '7' } },
    ],
    [
      'half an answer',
      (_, response) => {
        response.writeHead(200, { 'Content-Length': 9 });
        response.write('{}', () => response.destroy());
      },
      NodeUnreachable,
      {},
    ],
  ])('answered with %s', async (_, script, kind, facts) => {
    node.setScript(script);
    const error: unknown = await ask('queue').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject(facts);
  });

  it.each(['system_stats', 'features', 'prompt'])(
    '%s answered with more than 1 MiB',
    async (path) => {
      node.setScript((_, response) => sendJson(response, 'x'.repeat(1024 * 1024)));
      await expect(ask(path)).rejects.toBeInstanceOf(NodeBadAnswer);
    },
  );

  it('answered with more than 64 MiB', async () => {
    const megabyte = Buffer.alloc(1024 * 1024, ' ');
    node.setScript((_, response) => {
      for (let sent = 0; sent < 65; sent += 1) response.write(megabyte);
      response.end('{}');
    });
    await expect(ask('history')).rejects.toBeInstanceOf(NodeBadAnswer);
  });

  it('to a node that does not answer, and to one that is offline', async () => {
    node.setScript(() => undefined);
    const silent = expect(ask('queue')).rejects.toBeInstanceOf(NodeUnreachable);
    await waitUntil(() => node.requests.length === 1);
    await clock.advance(30_000);
    await silent;
    over(UNREACHABLE_URL);
    await expect(ask('queue')).rejects.toMatchObject({ headers: { 'Retry-After': '5' } });
  });

  it.each(['object_info/KSampler', 'models', 'models/loras'])(
    '%s is kept for seconds, and asked for once for many',
    async (path) => {
      await clock.advance(1); // No machine's clock shows zero, which would stand for "no time".
      const [first, second] = await Promise.all([ask(path), ask(path)]);
      expect(first).toBe(second);
      expect(await ask(path)).toBe(first);
      expect(node.paths).toEqual([`/${path}`]);
      await clock.advance(5001);
      await ask(path);
      expect(node.paths).toEqual([`/${path}`, `/${path}`]);
    },
  );

  it.each(['object_info/KSampler', 'models/loras'])(
    '%s ignores the query: one answer is kept',
    async (path) => {
      const first = await ask(path, 'x=0');
      for (let n = 1; n < 240; n += 1) expect(await ask(path, `x=${n}`)).toBe(first);
      expect(node.paths).toEqual([`/${path}`]);
    },
  );

  it.each([
    ['models/nope', 'GET /api/comfy/models?provider=a'],
    ['embeddings', 'GET /api/providers/a'],
  ])('%s answered with 404 says what to ask instead', async (path, hint) => {
    node.setScript((_, response) => sendNotFound(response));
    await expect(ask(path)).rejects.toMatchObject({ hint });
  });

  it.each([
    ['strict JSON', ''],
    ['NaN', 'NaN,'],
  ])('cached answers with %s are limited by size, not by number', async (_, first) => {
    const text = `[${first}${JSON.stringify('x'.repeat(6 * 1024 * 1024))}]`;
    node.setScript((__, response) => response.end(text));
    const places = Array.from('abcdef', (folder) => `models/${folder}`);
    for (const place of places) await ask(place);
    for (const place of places.toReversed()) await ask(place);
    expect(node.paths).toHaveLength(7);
  });

  it.each(['queue', 'history', 'prompt', 'system_stats'])(
    '%s is always asked for',
    async (path) => {
      await ask(path);
      await ask(path);
      expect(node.paths).toHaveLength(2);
    },
  );

  it('concurrent requests for the same path share one request', async () => {
    const all = await Promise.all(Array.from({ length: 300 }, () => ask('models')));
    expect(new Set(all).size).toBe(1);
    expect(node.paths).toEqual(['/models']);
  });

  it('does not cache a failure', async () => {
    node.setScript((_, response) => sendNotFound(response));
    await expect(ask('models/x')).rejects.toBeInstanceOf(NodeAnswered);
    node.setScript((_, response) => sendJson(response, ['a']));
    expect((await ask('models/x')).value).toEqual(['a']);
  });

  it('a node with another address does not share cached answers', async () => {
    const other = await ScriptedNode.start((_, response) => sendJson(response, ['other']));
    await ask('models');
    fixture.config.write(oneNode(other.url));
    expect((await ask('models')).value).toEqual(['other']);
    await other.stop();
  });

  it('limits requests per caller, so that none can take every slot', async () => {
    const held: (() => void)[] = [];
    node.setScript((_, response) => held.push(() => sendJson(response, {})));
    const greedy = Array.from({ length: 32 }, (_, n) =>
      ask(n < 31 ? 'queue' : 'models', '', 'greedy'),
    );
    await expect(ask('queue', '', 'greedy')).rejects.toBeInstanceOf(NodeBusy);
    await waitUntil(() => held.length === 3);
    const other = ask('models', '', 'other');
    await waitUntil(() => node.paths.includes('/models'));
    expect(node.paths).toEqual(['/queue', '/queue', '/queue', '/models']);
    node.setScript((_, response) => sendJson(response, {}));
    for (const answer of held) answer();
    await Promise.all([other, ...greedy]);
  });

  it('limits parallel requests, and answers busy when too many wait', async () => {
    const held: (() => void)[] = [];
    node.setScript((_, response) => held.push(() => sendJson(response, {})));
    const asking = Array.from({ length: 68 }, (_, n) => ask('queue', '', `caller ${n}`));
    await expect(ask('queue', '', 'one more')).rejects.toBeInstanceOf(NodeBusy);
    let most = 0;
    const done = Promise.all(asking);
    for (let answered = 0; answered < 68;) {
      await new Promise(setImmediate);
      most = Math.max(most, held.length);
      for (const answer of held.splice(0)) {
        answer();
        answered += 1;
      }
    }
    await done;
    expect(most).toBeLessThanOrEqual(4);
  });
});
