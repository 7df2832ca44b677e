import { Injectable } from '@nestjs/common';
import { NodeCatalogueGateway } from '../gateway/node-catalogue.gateway';
import { MemorySamplingService } from './memory-sampling.service';
import { NodeSocketService } from './node-socket.service';
import { NodePollingService } from './node-polling.service';

/** Polls a node, listens to its socket and samples its memory as long as it is configured. */
@Injectable()
export class NodeMonitorService {
  constructor(
    private readonly watch: NodePollingService,
    private readonly listener: NodeSocketService,
    private readonly memory: MemorySamplingService,
    private readonly catalogue: NodeCatalogueGateway,
  ) {}

  /** Until the signal aborts. */
  async run(providerId: string, signal: AbortSignal): Promise<void> {
    await Promise.all([
      this.watch.run(providerId, signal),
      this.listener.run(providerId, signal),
      this.memory.run(providerId, signal),
    ]);
    this.catalogue.drop(providerId);
  }
}
