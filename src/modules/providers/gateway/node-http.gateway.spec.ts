import type { Socket } from 'node:net';
import {
  type GatewayFixture,
  gatewayFixture,
  oneNode,
} from '../../../../test/support/gateway-fixture';
import { ManualClock } from '../../../../test/support/manual-clock';
import { ScriptedNode, startRawServer } from '../../../../test/support/scripted-node';
import { waitUntil } from '../../../../test/support/wait-until';
import { NodeUnreachable } from '../public/node-errors';

describe('a GET while the node answers none of those before', () => {
  const CONNECTIONS = 64;
  const clock = new ManualClock();
  let node: ScriptedNode;
  let fixture: GatewayFixture;
  let others: Promise<unknown>;

  beforeEach(async () => {
    node = await ScriptedNode.start(() => undefined);
    fixture = gatewayFixture(oneNode(node.url), clock);
    others = Promise.allSettled(Array.from({ length: CONNECTIONS }, () => get(60_000)));
    await waitUntil(() => node.requests.length === CONNECTIONS);
  });

  afterEach(async () => {
    await node.stop();
    await others;
    fixture.close();
  });

  const get = (timeoutMs: number, signal?: AbortSignal) =>
    fixture.requests.request('a', {
      method: 'GET',
      path: '/prompt',
      timeoutMs,
      ...(signal ? { signal } : {}),
    });

  it('ends at its timeout', async () => {
    const failure = expect(get(1000)).rejects.toThrow('it gave no answer within 1 s');
    await clock.advance(1000);
    await failure;
  });

  it('ends when it is aborted', async () => {
    const end = new AbortController();
    const failure = expect(get(1000, end.signal)).rejects.toThrow(NodeUnreachable);
    end.abort();
    await failure;
    await expect(get(1000, end.signal)).rejects.toThrow(NodeUnreachable);
  });
});

it.each([false, true])(
  'sends no more of a body when the node has answered without reading it (kept alive: %s)',
  async (mayReuseConnection) => {
    const answer = 'HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n';
    const sockets: Socket[] = [];
    const raw = await startRawServer((socket) => {
      sockets.push(socket);
      socket.write(answer);
    });
    const { requests, close } = gatewayFixture(oneNode(raw.url));
    // More than the system's buffers take.
    const content = Buffer.alloc(64 * 1024 * 1024);
    const { status } = await requests.request('a', {
      method: 'POST',
      path: '/prompt',
      body: { content, type: 'application/json', length: content.length },
      timeoutMs: 60_000,
      mayReuseConnection,
    });
    expect(status).toBe(413);
    const [socket] = sockets;
    socket?.resume();
    await waitUntil(() => socket?.closed === true);
    expect(socket?.bytesRead).toBeLessThan(content.length);
    close();
    await raw.stop();
  },
);

it('sends nothing again when the service closes', async () => {
  const node = await ScriptedNode.start();
  const { requests, close } = gatewayFixture(oneNode(node.url));
  const get = () => requests.request('a', { method: 'GET', path: '/prompt', timeoutMs: 60_000 });
  await get();
  node.setScript(() => undefined);
  // On the connection of the first, as if the node had closed it.
  const failure = expect(get()).rejects.toThrow(NodeUnreachable);
  await waitUntil(() => node.requests.length === 1);
  close();
  await failure;
  expect(node.requests).toHaveLength(1);
  await node.stop();
});
