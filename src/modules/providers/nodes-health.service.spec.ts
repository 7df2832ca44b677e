import { SystemClock } from '../../platform/clock/clock';
import { HealthRegistry } from '../../platform/observability/health.registry';
import { MetricsRegistry } from '../../platform/observability/metrics.registry';
import { NodesHealthService } from './nodes-health.service';
import type { ProviderDirectory } from './public/provider-directory';

const part = async (...nodes: { id: string; status: string }[]): Promise<unknown> => {
  const registry = new HealthRegistry(new SystemClock());
  const directory = { list: () => nodes } as unknown as ProviderDirectory;
  new NodesHealthService(registry, new MetricsRegistry(), directory);
  return (await registry.report()).parts['nodes'];
};

describe('NodesHealthService', () => {
  it('names the offline nodes', async () => {
    const a = { id: 'a', status: 'online' };
    expect(await part(a)).toEqual({ status: 'ok', detail: '1 of 1 online' });
    expect(await part(a, { id: 'b', status: 'offline' })).toEqual({
      status: 'degraded',
      detail: '1 of 2 online; away: b. Their jobs wait. The list of nodes says why.',
    });
    expect(await part()).toMatchObject({ status: 'off' });
  });
});
