import { join } from 'node:path';
import { Global, Injectable, Module } from '@nestjs/common';
import { EmbeddedNodes, type EmbeddedNode } from './modules/providers/public/embedded-nodes';
import { ConfigService } from './platform/config/config.service';
import { startEmbeddedSimulator } from './simulator/public/embedded-simulator';

/**
 * Nodes that run inside the service are simulators. The providers module must not import the simulator, so the app
 * connects the two.
 */
@Injectable()
class SimulatorNodes implements EmbeddedNodes {
  constructor(private readonly config: ConfigService) {}

  start({ id, step_ms }: { readonly id: string; readonly step_ms: number }): Promise<EmbeddedNode> {
    const folder = join(this.config.current().data_dir, 'simulator', id);
    return startEmbeddedSimulator({ stepMs: step_ms, folder });
  }
}

@Global()
@Module({
  providers: [{ provide: EmbeddedNodes, useClass: SimulatorNodes }],
  exports: [EmbeddedNodes],
})
export class EmbeddedNodesModule {}
