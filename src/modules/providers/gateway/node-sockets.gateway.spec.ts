import { ManualClock } from '../../../../test/support/manual-clock';
import { healthy } from '../../../../test/support/monitor-fixture';
import { ScriptedNode } from '../../../../test/support/scripted-node';
import { type ScriptedSocket, serveSockets } from '../../../../test/support/scripted-sockets';
import { waitUntil } from '../../../../test/support/wait-until';
import { NodeSocketsGateway, type NodeSocket } from './node-sockets.gateway';
import { MAX_MESSAGES_PER_SECOND } from './read-budget';

const FLOOD = 5_000;
const MESSAGE = 'x'.repeat(10_000);
/** Messages that one read of a socket may hold; they are handed on although it is paused by then. */
const PER_READ = 20;

describe('a node that floods its socket', () => {
  let node: ScriptedNode;
  let sockets: ScriptedSocket[];
  let clock: ManualClock;
  let gateway: NodeSocketsGateway;
  let socket: NodeSocket;
  let received: string[];

  const open = async (): Promise<ScriptedSocket> => {
    const count = sockets.length;
    const endpoint = { id: 'a', url: node.url, headers: {} };
    socket = gateway.open(endpoint, 'client', {
      text: (frame) => received.push(frame),
      binary: () => undefined,
      pong: () => undefined,
    });
    await waitUntil(() => sockets.length > count);
    return sockets.at(-1)!;
  };
  const isPaused = (): boolean => clock.sleeping().length > 0;

  beforeEach(async () => {
    node = await ScriptedNode.start(healthy());
    sockets = serveSockets(node);
    clock = new ManualClock();
    gateway = new NodeSocketsGateway(clock);
    received = [];
  });
  afterEach(async () => {
    socket.end();
    await node.stop();
  });

  it('is read a bounded number of messages per second; the rest stays with the node', async () => {
    const { socket: flooding } = await open();
    for (let n = 0; n < FLOOD; n += 1) flooding.send(MESSAGE);
    await waitUntil(isPaused);
    // The service still answers, and the node can't get rid of its messages.
    expect((await fetch(`${node.url}/system_stats`)).status).toBe(200);
    expect(received.length).toBeGreaterThanOrEqual(MAX_MESSAGES_PER_SECOND);
    expect(received.length).toBeLessThan(MAX_MESSAGES_PER_SECOND + PER_READ);
    expect(flooding.bufferedAmount).toBeGreaterThan(0);
    // Every second brings as many more, until all have come.
    for (let seconds = 1; received.length < FLOOD; seconds += 1) {
      await clock.advance(1_000);
      await waitUntil(() => isPaused() || received.length === FLOOD);
      expect(received.length).toBeLessThan((seconds + 1) * (MAX_MESSAGES_PER_SECOND + PER_READ));
    }
    expect(flooding.bufferedAmount).toBe(0);
  });

  it('gains nothing by a new connection', async () => {
    const first = await open();
    for (let n = 0; n < MAX_MESSAGES_PER_SECOND; n += 1) first.socket.send('x');
    await waitUntil(isPaused);
    socket.end();
    const second = await open();
    second.socket.send('one more');
    second.socket.send('x'.repeat(5_000_000));
    await waitUntil(() => received.includes('one more'));
    expect(clock.sleeping()).toHaveLength(2);
  });

  it('is not listened to about texts that are too large, and closed for a larger frame', async () => {
    const { socket: sending } = await open();
    sending.send('x'.repeat(1024 * 1024 + 1));
    sending.send('small');
    await waitUntil(() => received.length > 0);
    expect(received).toEqual(['small']);
    sending.send(Buffer.alloc(32 * 1024 * 1024 + 1));
    await socket.closed;
  });
});
