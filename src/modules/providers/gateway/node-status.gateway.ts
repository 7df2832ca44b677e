import { Injectable } from '@nestjs/common';
import {
  readMaxUploadSize,
  readQueueRemaining,
  readSystemStats,
  type SystemFacts,
} from '../responses/node-status';
import { NodeBadAnswer, NodeRefused } from '../public/node-errors';
import { NodeRequestsGateway } from './node-requests.gateway';

/** Shorter than the polling interval. */
const TIMEOUT_MS = 4000;

export interface NodeStatus extends SystemFacts {
  /** Running and pending prompts together. */
  readonly remaining: number;
}

@Injectable()
export class NodeStatusGateway {
  constructor(private readonly requests: NodeRequestsGateway) {}

  /** Cheap enough to be polled: the queue is only counted, not read. */
  async status(providerId: string, signal: AbortSignal): Promise<NodeStatus> {
    const [stats, prompt] = await Promise.all([
      this.get(providerId, '/system_stats', signal),
      this.get(providerId, '/prompt', signal),
    ]);
    const system = readSystemStats(stats);
    const remaining = readQueueRemaining(prompt);
    if (!system || remaining === null)
      throw new NodeBadAnswer(providerId, 'it does not look like ComfyUI');
    return { ...system, remaining };
  }

  /** ComfyUI's default for nodes without `/features`. */
  async maxUploadSize(providerId: string, signal: AbortSignal): Promise<number> {
    try {
      return readMaxUploadSize(await this.get(providerId, '/features', signal));
    } catch (error) {
      if (error instanceof NodeRefused || error instanceof NodeBadAnswer) {
        return readMaxUploadSize(undefined);
      }
      throw error;
    }
  }

  private get(providerId: string, path: string, signal: AbortSignal): Promise<unknown> {
    return this.requests.requestJson(providerId, {
      method: 'GET',
      path,
      timeoutMs: TIMEOUT_MS,
      signal,
    });
  }
}
