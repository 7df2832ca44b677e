import { Global, Injectable, Module } from '@nestjs/common';
import { EmbeddedNodes, type EmbeddedNode } from './modules/providers/public/embedded-nodes';
import { SimulatorNode } from './simulator/simulator-node';

/**
 * Nodes that run inside the service are simulators. Providers and the simulator are of one rank and don't know each
 * other, so the app brings them together.
 */
@Injectable()
class SimulatorNodes extends EmbeddedNodes {
  async start({
    step_ms,
  }: {
    readonly id: string;
    readonly step_ms: number;
  }): Promise<EmbeddedNode> {
    const node = await SimulatorNode.start({ host: '127.0.0.1', port: 0, stepMs: step_ms });
    return { url: node.url, stop: () => node.stop() };
  }
}

@Global()
@Module({
  providers: [{ provide: EmbeddedNodes, useClass: SimulatorNodes }],
  exports: [EmbeddedNodes],
})
export class EmbeddedNodesModule {}
