import { Injectable } from '@nestjs/common';
import { type HealthPart, HealthRegistry } from '../../platform/observability/health.registry';
import { ProviderDirectory } from './public/provider-directory';

/** Reports in `GET /api/health` whether the nodes are online, from the monitors' last observations. */
@Injectable()
export class NodesHealthService {
  constructor(
    health: HealthRegistry,
    private readonly directory: ProviderDirectory,
  ) {
    health.add({ name: 'nodes', check: () => this.nodes() });
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
