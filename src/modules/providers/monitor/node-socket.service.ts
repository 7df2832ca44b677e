import { Injectable } from '@nestjs/common';
import { Clock, Ids } from '../../../platform/clock/clock';
import { NodeSocketsGateway } from '../gateway/node-sockets.gateway';
import { type NodeEndpoint, NodeRegistry } from '../node-registry';
import type { NodeEvent } from '../public/node-events';
import { backoffMs } from './backoff';
import { NodeEventsService } from './node-events.service';
import { SocketFrameReader } from './socket-frame-reader';

/** Between pings. The node never pings by itself. */
const PING_MS = 10_000;
/** Pings without an answer, or looks at a queue that the socket doesn't know of, that a socket may have. */
const PATIENCE = 3;

/**
 * Keeps one socket to a node open and retells what it says. Every connection gets a client id of its own: a second
 * socket with the same id is dropped by the node as soon as the first one closes (measured).
 */
@Injectable()
export class NodeSocketService {
  constructor(
    private readonly sockets: NodeSocketsGateway,
    private readonly bus: NodeEventsService,
    private readonly registry: NodeRegistry,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Until the signal aborts. */
  async run(providerId: string, signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      const endpoint = this.registry.endpoint(providerId);
      const heard = endpoint !== null && (await this.session(endpoint, signal));
      failures = heard ? 0 : failures + 1;
      await this.clock.sleep(backoffMs(failures, this.ids), signal).catch(() => undefined);
    }
  }

  /** One socket from opening to closing; false when it never opened. */
  private async session(endpoint: NodeEndpoint, signal: AbortSignal): Promise<boolean> {
    const { id: providerId } = endpoint;
    const clientId = this.ids.uuid();
    const story = new SocketFrameReader(providerId);
    const watch = { silent: 0, doubtful: 0 };
    const retell = (events: readonly NodeEvent[]): void => {
      Object.assign(watch, { silent: 0, doubtful: 0 });
      for (const event of events) this.bus.publish(event);
    };
    const socket = this.sockets.open(endpoint, clientId, {
      text: (frame) => retell(story.text(frame)),
      binary: (frame) => retell(story.binary(frame)),
      pong: () => (watch.silent = 0),
    });
    const end = (): void => socket.end();
    signal.addEventListener('abort', end);
    try {
      if (!(await socket.opened)) return false;
      this.bus.publish({ kind: 'connected', providerId, clientId });
      const over = new AbortController();
      void socket.closed.then(() => over.abort());
      while (!over.signal.aborted) {
        socket.ping();
        await this.clock.sleep(PING_MS, over.signal).catch(() => undefined);
        watch.silent += 1;
        watch.doubtful = this.knowsTheQueue(providerId, story) ? 0 : watch.doubtful + 1;
        if (watch.silent > PATIENCE || watch.doubtful > PATIENCE) socket.end();
      }
      this.bus.publish({ kind: 'disconnected', providerId });
      return true;
    } finally {
      signal.removeEventListener('abort', end);
    }
  }

  /** A socket that was dropped from the node's table answers pings, and tells nothing any more. */
  private knowsTheQueue(providerId: string, story: SocketFrameReader): boolean {
    const queue = this.registry.get(providerId)?.queue;
    return !queue || story.queueRemaining() === queue.running + queue.pending;
  }
}
