import { Injectable } from '@nestjs/common';
import { NodeCatalogue } from '../gateway/node-catalogue.gateway';
import { MemoryWatch } from './memory-watch';
import { NodeListener } from './node-listener';
import { NodeWatch } from './node-watch';

/** All that goes on for one node as long as it is configured. */
@Injectable()
export class NodeMonitor {
  constructor(
    private readonly watch: NodeWatch,
    private readonly listener: NodeListener,
    private readonly memory: MemoryWatch,
    private readonly catalogue: NodeCatalogue,
  ) {}

  /** Until the signal aborts. */
  async run(providerId: string, signal: AbortSignal): Promise<void> {
    await Promise.all([
      this.watch.watch(providerId, signal),
      this.listener.listen(providerId, signal),
      this.memory.watch(providerId, signal),
    ]);
    this.catalogue.drop(providerId);
  }
}
