import { Logger } from '@nestjs/common';
import { oneNode } from '../../../../test/support/gateway-fixture';
import {
  healthy,
  type MonitorFixture,
  monitorFixture,
} from '../../../../test/support/monitor-fixture';
import { ScriptedNode } from '../../../../test/support/scripted-node';
import {
  queueStatus,
  sendEvent,
  type ScriptedSocket,
  serveSockets,
} from '../../../../test/support/scripted-sockets';
import { waitUntil } from '../../../../test/support/wait-until';
import type { ProviderState } from '../public/provider-directory';

describe('NodeMonitorService', () => {
  let node: ScriptedNode;
  let sockets: ScriptedSocket[];
  let fixture: MonitorFixture;
  let stop: () => Promise<void>;

  const state = (): ProviderState => fixture.registry.get('a')!;
  const isOnline = (): boolean => state().status === 'online';
  const kinds = (): string[] => fixture.events.map((event) => event.kind);

  /** Online with an open socket: the monitor sleeps until its next poll and ping. */
  const idle = (): Promise<void> =>
    waitUntil(() => {
      const naps = fixture.clock.sleeping();
      return (
        isOnline() && kinds().includes('connected') && naps.length === 2 && !naps.includes(4000)
      );
    });

  /** Poll interval: half a ping interval. */
  async function looks(count: number): Promise<void> {
    for (let look = 1; look <= count; look += 1) {
      await idle();
      await fixture.clock.advance(5000);
    }
  }

  function start(more: object = {}): void {
    fixture = monitorFixture(oneNode(node.url, more));
    const end = new AbortController();
    const run = fixture.monitor.run('a', end.signal);
    stop = async () => {
      end.abort();
      await run;
      fixture.close();
    };
  }

  beforeEach(async () => {
    jest.spyOn(Logger.prototype, 'log').mockImplementation(() => undefined);
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    node = await ScriptedNode.start(healthy(3));
    sockets = serveSockets(node);
  });

  afterEach(async () => {
    await stop();
    await node.stop();
    jest.restoreAllMocks();
  });

  it('is offline at first, and online after the first poll', async () => {
    start();
    expect(state()).toMatchObject({ status: 'offline', offline_since: fixture.clock.now() });
    await waitUntil(isOnline);
    expect(state()).toEqual({
      id: 'a',
      name: 'a',
      kind: 'comfyui',
      base_url: node.url,
      is_default: true,
      roles: ['image', 'video'],
      status: 'online',
      version: '0.33.0',
      devices: [{ name: 'cuda:0', type: 'cuda', vram_total: 24, vram_free: 20 }],
      queue: { running: 1, pending: 2 },
      last_seen_at: fixture.clock.timestamp(),
      offline_since: null,
      since: fixture.clock.now(),
      last_error: null,
      max_upload_size: 5000,
    });
    await waitUntil(() => fixture.gateway.cachedClasses('a') !== null);
  });

  it('opens a socket with the provider’s headers, requests preview metadata, and publishes events', async () => {
    start({ headers: { 'X-Secret': 'hush' } });
    // The first poll reads a queue, too: wait for it, so that it does not replace what the socket reports.
    await waitUntil(() => isOnline() && sockets[0]?.messages.length === 1);
    const socket = sockets[0]!;
    expect(socket.headers).toMatchObject({ 'x-secret': 'hush' });
    expect(socket.messages).toEqual([
      { type: 'feature_flags', data: { supports_preview_metadata: true } },
    ]);
    expect(fixture.bus.clientId('a')).toBe(socket.clientId);
    sendEvent(socket, 'status', queueStatus(7));
    sendEvent(socket, 'execution_start', { prompt_id: 'p' });
    await waitUntil(() => kinds().includes('started'));
    expect(fixture.events).toEqual([
      { kind: 'connected', providerId: 'a', clientId: socket.clientId },
      { kind: 'queue', providerId: 'a', remaining: 7 },
      { kind: 'started', providerId: 'a', promptId: 'p' },
    ]);
    expect(state().queue).toEqual({ running: 1, pending: 6 });
  });

  it('reconnects with another client id', async () => {
    start();
    await waitUntil(() => kinds().includes('connected'));
    sockets[0]!.socket.close();
    await waitUntil(() => kinds().includes('disconnected'));
    expect(fixture.bus.clientId('a')).not.toBe(sockets[0]!.clientId);
    await fixture.clock.advance(250);
    await waitUntil(() => kinds().filter((kind) => kind === 'connected').length === 2);
    expect(fixture.bus.clientId('a')).toBe(sockets[1]!.clientId);
    expect(sockets[1]!.clientId).not.toBe(sockets[0]!.clientId);
  });

  it('notices at once that a node has stopped, and that it is back', async () => {
    start();
    await idle();
    await fixture.clock.advance(1000);
    const { port } = node.server.address() as { port: number };
    await node.stop();
    await waitUntil(() => !isOnline());
    expect(state()).toMatchObject({
      error: 'it refuses connections: it is not running, or its address is wrong',
      offline_since: fixture.clock.now(),
      version: '0.33.0',
      queue: { running: 0, pending: 0 },
    });
    const since = state().offline_since;
    await fixture.clock.advance(20_000);
    expect(state().offline_since).toBe(since);
    node = await ScriptedNode.start(healthy(0, '0.40.0'), port);
    await fixture.clock.advance(5000);
    await waitUntil(isOnline);
    expect(state()).toMatchObject({
      version: '0.40.0',
      offline_since: null,
      since: fixture.clock.now(),
      last_error: { message: expect.any(String), at: expect.any(String) },
    });
    expect(state()).not.toHaveProperty('error');
  });

  it('logs once that a node is offline that was never online', async () => {
    const warned = jest.spyOn(Logger.prototype, 'warn');
    start({ base_url: 'http://127.0.0.1:1' });
    for (let look = 1; look <= 3; look += 1) {
      await waitUntil(() => state().error !== undefined && fixture.clock.sleeping().length > 0);
      await fixture.clock.advance(20_000);
    }
    expect(warned.mock.calls).toEqual([
      ['node a is offline: it refuses connections: it is not running, or its address is wrong'],
    ]);
  });

  it('stays online after one poll without an answer', async () => {
    start();
    await idle();
    node.setScript(({ path }, response) => {
      if (path !== '/prompt') healthy(0)({ path } as never, response);
    });
    const asked = (): number => node.paths.filter((path) => path === '/prompt').length;
    await fixture.clock.advance(5000);
    await waitUntil(() => asked() === 1);
    await fixture.clock.advance(4000);
    expect(isOnline()).toBe(true);
    await waitUntil(() => fixture.clock.sleeping().includes(500));
    await fixture.clock.advance(500);
    await waitUntil(() => asked() === 2);
    await fixture.clock.advance(4000);
    await waitUntil(() => !isOnline());
    expect(state().error).toBe('it gave no answer within 4 s');
  });

  it.each([
    ['invalid', 'all is well', "its answer can't be used: it is not JSON"],
    ['something else', '{"hello":1}', "its answer can't be used: it does not look like ComfyUI"],
  ])('reports a node that answers %s as offline', async (_, text, error) => {
    node.setScript((__, response) => response.end(text));
    start();
    await waitUntil(() => state().error !== undefined);
    expect(state()).toMatchObject({ status: 'offline', error });
  });

  it('says what to check when another program has the address', async () => {
    node.setScript((_, response) => {
      response.statusCode = 404;
      response.end('not here');
    });
    start();
    await waitUntil(() => state().error !== undefined);
    expect(state().error).toBe('status 404: check that base_url is the address of a ComfyUI node');
  });

  it('uses the default limit for nodes without /features', async () => {
    const well = healthy(0, '0.3.64');
    node.setScript((asked, response) =>
      well(asked.path === '/features' ? { ...asked, path: '/nothing' } : asked, response),
    );
    start();
    await waitUntil(isOnline);
    expect(state()).toMatchObject({ version: '0.3.64', max_upload_size: 104_857_600 });
  });

  it('reconnects a socket that answers no pings', async () => {
    await node.stop();
    node = await ScriptedNode.start(healthy(0));
    sockets = serveSockets(node, { pong: false });
    start();
    await looks(8);
    await waitUntil(() => kinds().includes('disconnected'));
    await fixture.clock.advance(1000);
    await waitUntil(() => sockets.length === 2);
  });

  it('reconnects a socket that answers pings but reports another queue', async () => {
    start();
    await waitUntil(() => kinds().includes('connected'));
    sendEvent(sockets[0]!, 'status', queueStatus(0));
    await waitUntil(() => kinds().includes('queue'));
    await looks(8);
    await waitUntil(() => kinds().includes('disconnected'));
  });

  it('keeps an idle socket that reports the right queue', async () => {
    start();
    await waitUntil(() => kinds().includes('connected'));
    sendEvent(sockets[0]!, 'status', queueStatus(3));
    await waitUntil(() => kinds().includes('queue'));
    await looks(20);
    await waitUntil(() => sockets[0]!.pings() === 11);
    expect(kinds()).toEqual(['connected', 'queue']);
  });

  it('publishes only visible changes', async () => {
    start();
    const statuses: string[] = [];
    fixture.registry.changes.subscribe(({ state: { status } }) => statuses.push(status));
    await looks(10);
    await idle();
    expect(state().last_seen_at).toBe(fixture.clock.timestamp());
    expect(statuses).toEqual(['online']);
  });
});
