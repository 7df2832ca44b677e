import { Injectable } from '@nestjs/common';
import { type HealthPart, HealthRegistry } from '../../platform/observability/health.registry';
import { MetricsRegistry } from '../../platform/observability/metrics.registry';
import { ProviderDirectory } from './public/provider-directory';

/** Reports in `GET /api/health` and `GET /metrics` on the nodes, from the monitors' last observations. */
@Injectable()
export class NodesHealthService {
  constructor(
    health: HealthRegistry,
    metrics: MetricsRegistry,
    private readonly directory: ProviderDirectory,
  ) {
    health.add({ name: 'nodes', check: () => this.nodes() });
    metrics.add({
      name: 'node_online',
      type: 'gauge',
      help: 'Whether a node answers, 1 or 0.',
      read: () =>
        directory.list().map(({ id, status }) => ({
          labels: { provider: id },
          value: status === 'online' ? 1 : 0,
        })),
    });
    metrics.add({
      name: 'node_queue_jobs',
      type: 'gauge',
      help: "Jobs in a node's own queue, everybody's.",
      read: () =>
        directory.list().flatMap(({ id, queue: { running, pending } }) => [
          { labels: { provider: id, state: 'running' }, value: running },
          { labels: { provider: id, state: 'pending' }, value: pending },
        ]),
    });
  }

  private nodes(): HealthPart {
    const nodes = this.directory.list();
    if (nodes.length === 0) return { status: 'off', detail: 'No node is configured.' };
    const away = nodes.filter(({ status }) => status === 'offline').map(({ id }) => id);
    const online = `${nodes.length - away.length} of ${nodes.length} online`;
    if (away.length === 0) return { status: 'ok', detail: online };
    return {
      status: 'degraded',
      detail: `${online}; away: ${away.join(', ')}. Their jobs wait. The list of nodes says why.`,
    };
  }
}
