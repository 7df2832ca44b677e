import {
  type GatewayFixture,
  gatewayFixture,
  oneNode,
} from '../../../../test/support/gateway-fixture';
import { ManualClock } from '../../../../test/support/manual-clock';
import {
  UNREACHABLE_URL,
  sendJson,
  ScriptedNode,
  startRawServer,
} from '../../../../test/support/scripted-node';
import { waitUntil } from '../../../../test/support/wait-until';

const graph = { 1: { class_type: 'EmptyImage', inputs: { width: 64 } } };
const prompt = { promptId: 'p-1', clientId: 'c-1', graph };

describe('submit', () => {
  const clock = new ManualClock();
  let node: ScriptedNode;
  let fixture: GatewayFixture;

  beforeEach(async () => {
    node = await ScriptedNode.start();
    fixture = gatewayFixture(oneNode(node.url, { headers: { 'X-Secret': 'hush' } }), clock);
  });

  afterEach(async () => {
    fixture.close();
    await node.stop();
  });

  const submit = (fields = {}) => fixture.gateway.submit('a', { ...prompt, ...fields });
  /** Submits with this timeout, which ends after the node got the request. */
  const submitImpatiently = async () => {
    fixture.config.write({ ...oneNode(node.url), jobs: { submit_timeout_ms: 150 } });
    const submitted = submit();
    await waitUntil(() => node.requests.length === 1);
    await clock.advance(150);
    return submitted;
  };

  it('sends the prompt with its ids, and no number', async () => {
    node.setScript((_, response) =>
      sendJson(response, { prompt_id: 'p-1', number: 4, node_errors: {} }),
    );
    expect(await submit()).toEqual({ kind: 'accepted', number: 4, nodeErrors: {} });
    expect(node.paths).toEqual(['POST /prompt']);
    const { headers, body } = node.requests[0]!;
    expect(JSON.parse(body.toString())).toEqual({
      prompt: graph,
      prompt_id: 'p-1',
      client_id: 'c-1',
      extra_data: {},
    });
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-secret': 'hush' });
    expect(headers).not.toHaveProperty('origin');
  });

  it('asks for previews where the request does', async () => {
    node.setScript((_, response) => sendJson(response, { prompt_id: 'p-1', number: 4 }));
    await submit({ previews: true });
    expect(JSON.parse(node.requests[0]!.body.toString())).toMatchObject({
      extra_data: { preview_method: 'auto' },
    });
  });

  it('is not delivered when the connection is refused', async () => {
    const down = gatewayFixture(oneNode(UNREACHABLE_URL));
    expect(await down.gateway.submit('a', prompt)).toEqual({
      kind: 'not_delivered',
      message: 'it refuses connections: it is not running, or its address is wrong',
    });
    down.close();
  });

  it('is not delivered to a provider that is not configured', async () => {
    expect((await fixture.gateway.submit('b', prompt)).kind).toBe('not_delivered');
    expect(node.requests).toEqual([]);
  });

  it('is uncertain when the node falls silent', async () => {
    node.setScript(() => undefined);
    expect(await submitImpatiently()).toEqual({
      kind: 'uncertain',
      message: 'it gave no answer within 0.15 s',
    });
    expect(node.paths).toEqual(['POST /prompt']);
  });

  it('is uncertain when the connection breaks, and does not send again', async () => {
    node.setScript((_, response) => response.destroy());
    expect((await submit()).kind).toBe('uncertain');
    expect(node.paths).toEqual(['POST /prompt']);
  });

  it('reuses a connection, is uncertain when that breaks, and does not send again', async () => {
    const ports: unknown[] = [];
    const accept = { prompt_id: 'p-1', number: 4 };
    node.setScript((_, response) => {
      ports.push(response.socket?.remotePort);
      if (ports.length < 3) sendJson(response, accept);
      else response.destroy();
    });
    const kinds: string[] = [];
    for (let n = 0; n < 3; n += 1) kinds.push((await submit()).kind);
    expect(kinds).toEqual(['accepted', 'accepted', 'uncertain']);
    expect(ports).toEqual([ports[0], ports[0], ports[0]]);
  });

  it('waits for no read that the node does not answer', async () => {
    node.setScript(({ method }, response) => {
      if (method === 'POST') sendJson(response, { prompt_id: 'p-1', number: 4 });
    });
    const end = new AbortController();
    const read = { method: 'GET', path: '/slow', timeoutMs: 60_000, signal: end.signal } as const;
    const reads = Array.from({ length: 100 }, async () => fixture.requests.request('a', read));
    const ended = Promise.allSettled(reads);
    await waitUntil(() => node.requests.length >= 64);
    expect((await submit()).kind).toBe('accepted');
    end.abort();
    await ended;
  });

  it.each([
    ['half a body', '{"prompt_id": "p-'],
    ['half a body that is JSON already', '{"prompt_id": "p-1", "number": 1, "node_errors": {}}'],
  ])('is uncertain after %s', async (_, text) => {
    node.setScript((__, response) => {
      response.writeHead(200, { 'Content-Length': '1000' });
      response.write(text, () => response.destroy());
    });
    expect((await submit()).kind).toBe('uncertain');
  });

  it('is uncertain when the body takes longer than the timeout', async () => {
    node.setScript((_, response) => {
      const drip = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(drip));
    });
    expect((await submitImpatiently()).kind).toBe('uncertain');
  });

  it.each([
    ['is not HTTP', 'SSH-2.0-x\r\n'],
    [
      'switches to another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
    ],
  ])('is uncertain when the answer %s', async (_, answer) => {
    const raw = await startRawServer((socket) => socket.once('data', () => socket.write(answer)));
    const odd = gatewayFixture(oneNode(raw.url));
    expect(await odd.gateway.submit('a', prompt)).toEqual({
      kind: 'uncertain',
      message: 'it answers something that is not HTTP',
    });
    odd.close();
    await raw.stop();
  });

  it.each([
    [400, 'refused'],
    [200, 'uncertain'],
  ])('answered %i with more than 8 MiB: %s', async (status, kind) => {
    node.setScript((_, response) => sendJson(response, 'x'.repeat(8 * 1024 * 1024), status));
    expect((await submit()).kind).toBe(kind);
  });

  it('does not follow a redirect', async () => {
    const other = await ScriptedNode.start();
    node.setScript((_, response) =>
      response.writeHead(307, { Location: `${other.url}/prompt` }).end(),
    );
    expect((await submit()).kind).toBe('not_delivered');
    expect(other.requests).toEqual([]);
    await other.stop();
  });

  it.each([
    ['3', 3000],
    ['86400', 60_000],
    ['Fri, 31 Dec 2100 23:59:59 GMT', 1000],
  ])('waits for the Retry-After of a busy node: %s', async (header, retryAfterMs) => {
    node.setScript((_, response) => response.writeHead(503, { 'Retry-After': header }).end());
    expect(await submit()).toEqual({ kind: 'busy', retryAfterMs });
  });

  it.each([200, 500])(
    'removes from the queue what the node accepted under an id of its own, if that answers %i',
    async (status) => {
      node.setScript(({ path }, response) =>
        path === '/prompt'
          ? sendJson(response, { prompt_id: 'other', number: 1 })
          : response.writeHead(status).end(),
      );
      expect(await submit()).toMatchObject({
        kind: 'refused',
        message: expect.stringContaining('ids of its own'),
      });
      expect(node.paths).toEqual(['POST /prompt', 'POST /queue']);
      expect(JSON.parse(node.requests[1]!.body.toString())).toEqual({ delete: ['other'] });
    },
  );

  it('answers 64 at once', async () => {
    node.setScript((_, response) => sendJson(response, { prompt_id: 'p-1', number: 1 }));
    const outcomes = await Promise.all(Array.from({ length: 64 }, submit));
    expect(new Set(outcomes.map((outcome) => outcome.kind))).toEqual(new Set(['accepted']));
  });
});
