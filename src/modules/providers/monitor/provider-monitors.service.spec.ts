import { Logger } from '@nestjs/common';
import {
  healthy,
  type MonitorFixture,
  monitorFixture,
} from '../../../../test/support/monitor-fixture';
import { ScriptedNode } from '../../../../test/support/scripted-node';
import { waitUntil } from '../../../../test/support/wait-until';
import { ProviderMonitorsService } from './provider-monitors.service';
import { type EmbeddedNode, EmbeddedNodes } from '../public/embedded-nodes';

/** Starts scripted nodes where the app would start simulators. */
class ScriptedEmbedded extends EmbeddedNodes {
  readonly log: string[] = [];
  failing = false;

  async start(provider: { readonly id: string; readonly step_ms: number }): Promise<EmbeddedNode> {
    this.log.push(`start ${provider.id} ${provider.step_ms}`);
    if (this.failing) throw Object.assign(new Error('no room on the disk'), { code: 'ENOSPC' });
    const node = await ScriptedNode.start(healthy());
    return {
      url: node.url,
      stop: async () => {
        this.log.push(`stop ${provider.id}`);
        await node.stop();
      },
    };
  }
}

describe('ProviderMonitorsService', () => {
  let first: ScriptedNode;
  let second: ScriptedNode;
  let fixture: MonitorFixture;
  let monitors: ProviderMonitorsService;
  let embedded: ScriptedEmbedded;
  let changes: string[];

  const provider = (id: string, node: ScriptedNode, more: object = {}): object => ({
    id,
    kind: 'comfyui',
    base_url: node.url,
    ...more,
  });
  const status = (id: string): string | undefined => fixture.registry.get(id)?.status;

  function begin(...providers: object[]): void {
    fixture = monitorFixture({ providers });
    embedded = new ScriptedEmbedded();
    const { config, registry, monitor, clock } = fixture;
    monitors = new ProviderMonitorsService(config.service, registry, monitor, embedded, clock);
    changes = [];
    registry.changes.subscribe(({ state, removed }) => {
      changes.push(`${state.id} ${removed ? 'removed' : state.status}`);
    });
  }

  /** Writes the configuration, and waits until it is applied. */
  async function write(...providers: object[]): Promise<void> {
    fixture.config.write({ providers });
    await fixture.clock.advance(1000);
  }

  beforeEach(async () => {
    for (const level of ['log', 'warn', 'error'] as const) {
      jest.spyOn(Logger.prototype, level).mockImplementation(() => undefined);
    }
    [first, second] = await Promise.all([
      ScriptedNode.start(healthy()),
      ScriptedNode.start(healthy(0, '0.3.64')),
    ]);
  });

  afterEach(async () => {
    await monitors.stop();
    fixture.close();
    await Promise.all([first.stop(), second.stop()]);
    jest.restoreAllMocks();
  });

  it('does nothing before it is started, but lists the nodes', async () => {
    begin(provider('a', first), provider('b', second, { default: true }));
    await fixture.clock.advance(10_000);
    expect(first.requests).toEqual([]);
    expect(fixture.registry.list().map(({ id }) => id)).toEqual(['a', 'b']);
    expect(fixture.registry.defaultProvider()?.id).toBe('b');
  });

  it('monitors added nodes, and forgets removed ones', async () => {
    begin(provider('a', first));
    monitors.start();
    await waitUntil(() => status('a') === 'online');
    await write(provider('a', first), provider('b', second));
    await waitUntil(() => status('b') === 'online');
    await write(provider('b', second));
    await waitUntil(() => changes.includes('a removed'));
    expect(status('a')).toBeUndefined();
    expect(fixture.gateway.cachedClasses('a')).toBeNull();
    expect(
      await fixture.gateway.submit('a', { promptId: 'p', clientId: 'c', graph: {} }),
    ).toMatchObject({ kind: 'not_delivered' });
    const looks = (): number => first.paths.filter((path) => path === '/prompt').length;
    const before = looks();
    await fixture.clock.advance(20_000);
    expect(looks()).toBe(before);
  });

  it('starts a new monitor for a node whose address has changed', async () => {
    begin(provider('a', first));
    monitors.start();
    await waitUntil(() => fixture.registry.get('a')?.version === '0.33.0');
    await write(provider('a', second));
    await waitUntil(() => fixture.registry.get('a')?.version === '0.3.64');
  });

  it('keeps the monitor of a renamed node, and publishes the change', async () => {
    begin(provider('a', first));
    monitors.start();
    await waitUntil(() => status('a') === 'online');
    changes.length = 0;
    await write(provider('a', first, { name: 'The big one', roles: ['image'] }));
    await waitUntil(() => changes.length > 0);
    expect(changes).toEqual(['a online']);
    expect(fixture.registry.get('a')).toMatchObject({ name: 'The big one', roles: ['image'] });
  });

  it('keeps its nodes while config.json is invalid', async () => {
    begin(provider('a', first));
    monitors.start();
    await waitUntil(() => status('a') === 'online');
    await write({ id: 'a', kind: 'nonsense' });
    expect(status('a')).toBe('online');
  });

  it('runs a simulator of its own as long as it is configured', async () => {
    begin({ id: 'sim', kind: 'simulator', step_ms: 7 });
    expect(fixture.registry.get('sim')).toMatchObject({ kind: 'simulator', base_url: '' });
    monitors.start();
    await waitUntil(() => status('sim') === 'online');
    expect(fixture.registry.get('sim')?.base_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    await write(provider('a', first));
    await waitUntil(() => embedded.log.length === 2);
    expect(embedded.log).toEqual(['start sim 7', 'stop sim']);
  });

  it('starts no embedded node for a simulator with an address', async () => {
    begin({ id: 'sim', kind: 'simulator', base_url: first.url });
    monitors.start();
    await waitUntil(() => status('sim') === 'online');
    expect(embedded.log).toEqual([]);
  });

  it('retries to start a simulator without affecting other nodes', async () => {
    begin({ id: 'sim', kind: 'simulator' }, provider('a', first));
    embedded.failing = true;
    monitors.start();
    await waitUntil(() => status('a') === 'online');
    expect(fixture.registry.get('sim')).toMatchObject({
      status: 'offline',
      error: 'it could not be started (ENOSPC)',
    });
    await waitUntil(() => fixture.clock.sleeping().includes(5000));
    await fixture.clock.advance(5000);
    await waitUntil(() => embedded.log.length === 2);
    expect(jest.mocked(Logger.prototype.error)).toHaveBeenCalledTimes(1);
    embedded.failing = false;
    await waitUntil(() => fixture.clock.sleeping().includes(5000));
    await fixture.clock.advance(5000);
    await waitUntil(() => status('sim') === 'online');
  });

  it('stops everything, even if called twice', async () => {
    begin({ id: 'sim', kind: 'simulator' }, provider('a', first));
    monitors.start();
    await waitUntil(() => status('sim') === 'online' && status('a') === 'online');
    await monitors.stop();
    await monitors.stop();
    expect(embedded.log.at(-1)).toBe('stop sim');
    await fixture.clock.advance(60_000);
    expect(first.paths.filter((path) => path === '/prompt')).toHaveLength(1);
  });
});
