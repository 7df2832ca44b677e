import { liveFeed } from '../../../test/support/events';
import { oneNode } from '../../../test/support/gateway-fixture';
import { testConfig } from '../../../test/support/test-config';
import { ManualClock } from '../../../test/support/manual-clock';
import { type Caller, UNRESTRICTED } from '../../platform/access/caller';
import type { FeedEvent } from '../../platform/events/event-feed';
import { NodeRegistry } from './node-registry';
import { ProviderEventsService } from './provider-events.service';
import { ProvidersService } from './providers.service';
import { ProviderNotFound } from './public/provider-access';
import { RunningPrompts } from './public/running-prompts';

const AGENT: Caller = { ...UNRESTRICTED, ownerId: 'own_1', isAdmin: false };

describe('records and events of nodes', () => {
  const clock = new ManualClock();
  let registry: NodeRegistry;
  let providerEvents: ProviderEventsService;
  let heard: FeedEvent[];
  let running: RunningPrompts;

  beforeEach(async () => {
    const config = testConfig(oneNode('http://10.0.0.5:8188', { headers: { X: 'hush' } }));
    const feed = liveFeed(clock);
    registry = new NodeRegistry(config.service, clock);
    running = new RunningPrompts();
    providerEvents = new ProviderEventsService(registry, running, feed, clock);
    heard = [];
    await feed.follow((event) => heard.push(event));
  });

  afterEach(async () => {
    providerEvents.onModuleDestroy();
    await clock.advance(250);
  });

  it('publishes quick changes as one event, with the address for admins only', async () => {
    registry.observe('a', { status: 'online', offline_since: null });
    registry.observe('a', { queue: { running: 1, pending: 4 } });
    expect(heard).toEqual([]);
    await clock.advance(250);
    expect(heard.map(({ kind, audience }) => [kind, audience.to])).toEqual([
      ['provider', 'everyone'],
    ]);
    expect(heard[0]?.data(AGENT)).toEqual({
      id: 'a',
      name: 'a',
      kind: 'comfyui',
      is_default: true,
      roles: ['image', 'video'],
      status: 'online',
      devices: [],
      queue: { running: 1, pending: 4 },
      running: [],
      last_seen_at: null,
      since: '2030-01-01T00:00:00.000Z',
      last_error: null,
    });
    expect(heard[0]?.data(UNRESTRICTED)).toMatchObject({ base_url: 'http://10.0.0.5:8188' });
    expect(JSON.stringify(heard[0]?.data(UNRESTRICTED))).not.toContain('hush');
    registry.observe('a', { queue: { running: 0, pending: 0 } });
    await clock.advance(250);
    expect(heard).toHaveLength(2);
  });

  it('shows each caller its own running jobs, and all nodes in a snapshot', () => {
    running.add('mine', { provider: 'a', ownerId: 'own_1' });
    running.add('theirs', { provider: 'a', ownerId: 'own_2' });
    running.add('elsewhere', { provider: 'b', ownerId: 'own_1' });
    const [event, ...others] = providerEvents.events();
    expect([event?.kind, others]).toEqual(['provider', []]);
    expect(event?.data(AGENT)).toMatchObject({ id: 'a', running: ['mine'] });
    expect(event?.data(UNRESTRICTED)).toMatchObject({ running: ['mine', 'theirs'] });
    running.remove('mine');
    expect(event?.data(AGENT)).toMatchObject({ running: [] });
  });

  it('publishes that a job begins and ends to run, although the queue of its node stays the same', async () => {
    running.add('mine', { provider: 'a', ownerId: 'own_1' });
    running.add('mine', { provider: 'a', ownerId: 'own_1' });
    await clock.advance(250);
    expect(heard.map(({ data }) => data(AGENT))).toMatchObject([{ id: 'a', running: ['mine'] }]);
    running.remove('mine');
    running.remove('mine');
    await clock.advance(250);
    expect(heard).toHaveLength(2);
    expect(heard[1]?.data(AGENT)).toMatchObject({ running: [] });
    running.add('gone', { provider: 'removed', ownerId: 'own_1' });
    await clock.advance(250);
    expect(heard).toHaveLength(2);
  });

  it('reads the same records, in pages', () => {
    const config = testConfig({
      providers: ['c', 'a', 'b'].map((id) => ({ id, kind: 'simulator' })),
    });
    const service = new ProvidersService(new NodeRegistry(config.service, clock), running);
    const first = service.list(AGENT, { limit: 2, with_total: true });
    expect(first.items.map(({ id }) => id)).toEqual(['c', 'a']);
    expect(first.total).toBe(3);
    const second = service.list(AGENT, { limit: 2, cursor: first.next_cursor! });
    expect(second.items.map(({ id }) => id)).toEqual(['b']);
    expect(second.next_cursor).toBeNull();
    expect(service.get(AGENT, 'b')).not.toHaveProperty('base_url');
    expect(() => service.get(AGENT, 'auto')).toThrow(ProviderNotFound);
  });
});
