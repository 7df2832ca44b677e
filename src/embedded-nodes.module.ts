import { Global, Injectable, Module } from '@nestjs/common';
import { EmbeddedNodes, type EmbeddedNode } from './modules/providers/public/embedded-nodes';
import { startEmbeddedSimulator } from './simulator/public/embedded-simulator';

/**
 * Nodes that run inside the service are simulators. Providers and the simulator are of one rank and don't know each
 * other, so the app brings them together.
 */
@Injectable()
class SimulatorNodes extends EmbeddedNodes {
  start({ step_ms }: { readonly step_ms: number }): Promise<EmbeddedNode> {
    return startEmbeddedSimulator(step_ms);
  }
}

@Global()
@Module({
  providers: [{ provide: EmbeddedNodes, useClass: SimulatorNodes }],
  exports: [EmbeddedNodes],
})
export class EmbeddedNodesModule {}
