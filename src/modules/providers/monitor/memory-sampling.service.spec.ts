import { oneNode } from '../../../../test/support/gateway-fixture';
import type { ManualClock } from '../../../../test/support/manual-clock';
import { monitorFixture, type MonitorFixture } from '../../../../test/support/monitor-fixture';
import { sendJson, ScriptedNode } from '../../../../test/support/scripted-node';
import { waitUntil } from '../../../../test/support/wait-until';
import { NodeStatusGateway } from '../gateway/node-status.gateway';
import type { MemorySample } from '../public/node-events';
import type { ProviderDevice } from '../public/provider-directory';
import { MemorySamplingService } from './memory-sampling.service';

const card = (vram_free: number, rest: Partial<ProviderDevice> = {}): ProviderDevice => ({
  name: 'cuda:0',
  type: 'cuda',
  vram_total: 24,
  vram_free,
  ...rest,
});

describe('MemorySamplingService', () => {
  let node: ScriptedNode;
  let fixture: MonitorFixture;
  let clock: ManualClock;
  let samples: MemorySample[];
  let devices: readonly ProviderDevice[];
  let stop: () => Promise<void>;

  beforeEach(async () => {
    node = await ScriptedNode.start(({ path }, response) => {
      if (path === '/prompt') sendJson(response, { exec_info: { queue_remaining: 2 } });
      else sendJson(response, { system: { comfyui_version: '0.33.0' }, devices });
    });
    fixture = monitorFixture(oneNode(node.url));
    ({ clock } = fixture);
    samples = [];
    fixture.bus.memory.subscribe((look) => samples.push(look));
    const watch = new MemorySamplingService(
      new NodeStatusGateway(fixture.requests),
      fixture.registry,
      fixture.bus,
      clock,
    );
    const end = new AbortController();
    const run = watch.run('a', end.signal);
    stop = async () => {
      end.abort();
      await run;
    };
    knows([card(20)]);
  });
  afterEach(async () => {
    await stop();
    fixture.close();
    await node.stop();
  });

  /** The node's devices, in its answers and in the registry. */
  function knows(now: readonly ProviderDevice[]): void {
    devices = now;
    fixture.registry.observe('a', { devices: now });
  }
  const tell = (kind: 'started' | 'ended', promptId = 'p'): void => {
    fixture.bus.publish({ kind, providerId: 'a', promptId });
  };
  const looks = (): number => node.paths.filter((path) => path === '/system_stats').length;
  /** Idle: it sleeps until the next sample. */
  const isBetweenLooks = (): boolean => clock.sleeping().join() === '1000';
  async function look(): Promise<void> {
    const before = looks();
    await waitUntil(isBetweenLooks);
    await clock.advance(1000);
    await waitUntil(() => looks() > before && isBetweenLooks());
  }

  it('sends no requests while no prompt of ours runs', async () => {
    await clock.advance(60_000);
    expect(clock.sleeping()).toEqual([]);
    expect(node.paths).toEqual([]);
  });

  it('samples the memory in use every second while a prompt of ours runs', async () => {
    tell('started');
    await look();
    devices = [card(9)];
    await look();
    expect(samples).toEqual(
      [4, 15].map((used) => ({
        providerId: 'a',
        promptId: 'p',
        total: 24,
        remaining: 2,
        used,
      })),
    );
    tell('ended');
    await waitUntil(() => clock.sleeping().length === 0);
    await clock.advance(60_000);
    expect(looks()).toBe(2);
  });

  it('follows the next prompt even if the end of the last one was not reported', async () => {
    tell('started');
    await look();
    tell('started', 'q');
    await look();
    expect(samples.map(({ promptId }) => promptId)).toEqual(['p', 'q']);
  });

  it('stops sampling when the socket disconnects', async () => {
    tell('started');
    await look();
    fixture.bus.publish({ kind: 'disconnected', providerId: 'a' });
    await waitUntil(() => clock.sleeping().length === 0);
  });

  it('skips a failed sample', async () => {
    tell('started');
    node.setScript((_, response) => response.end('invalid'));
    await look();
    expect(samples).toEqual([]);
  });

  it.each<[string, readonly ProviderDevice[]]>([
    ['a processor: what it tells is the machine’s memory', [card(1, { type: 'cpu' })]],
    ['a chip that shares the machine’s memory', [card(1, { type: 'mps' })]],
    ['several devices: nobody can tell which one worked', [card(1), card(2)]],
    ['no device', []],
    ['a device without memory', [card(0, { vram_total: 0 })]],
    ['more free than there is', [card(25)]],
  ])('takes no samples on %s', async (_, has) => {
    knows(has);
    tell('started');
    await waitUntil(isBetweenLooks);
    await clock.advance(1000);
    await waitUntil(() => clock.sleeping().length === 0);
    expect([looks(), samples]).toEqual([0, []]);
  });
});
