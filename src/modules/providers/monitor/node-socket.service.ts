import { Injectable } from '@nestjs/common';
import { Clock, Ids } from '../../../platform/clock/clock';
import { NodeSocketsGateway } from '../gateway/node-sockets.gateway';
import { type NodeEndpoint, NodeRegistry } from '../node-registry';
import type { NodeEvent } from '../public/node-events';
import { backoffMs } from './retry-delay';
import { NodeEventsService } from './node-events.service';
import { SocketFrameReader } from './socket-frame-reader';

/** Between pings. The node itself sends no pings. */
const PING_MS = 10_000;
/** Unanswered pings, or intervals in which the socket's queue count differs from the polled one, until a reconnect. */
const MAX_MISSED = 3;

/**
 * Keeps one socket to a node open and publishes its events. Every connection gets a client id of its own: the node
 * drops a second socket with the same id as soon as the first one closes (measured).
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
      const connected = endpoint !== null && (await this.session(endpoint, signal));
      failures = connected ? 0 : failures + 1;
      await this.clock.pause(backoffMs(failures, this.ids), signal);
    }
  }

  /** One socket from opening to closing; false when it never opened. */
  private async session(endpoint: NodeEndpoint, signal: AbortSignal): Promise<boolean> {
    const { id: providerId } = endpoint;
    const clientId = this.ids.uuid();
    const frames = new SocketFrameReader(providerId);
    const watch = { silent: 0, doubtful: 0 };
    const publish = (events: readonly NodeEvent[]): void => {
      Object.assign(watch, { silent: 0, doubtful: 0 });
      for (const event of events) this.bus.publish(event);
    };
    const socket = this.sockets.open(endpoint, clientId, {
      text: (frame) => publish(frames.text(frame)),
      binary: (frame) => publish(frames.binary(frame)),
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
        await this.clock.pause(PING_MS, over.signal);
        watch.silent += 1;
        watch.doubtful = this.agreesWithPolledQueue(providerId, frames) ? 0 : watch.doubtful + 1;
        if (watch.silent > MAX_MISSED || watch.doubtful > MAX_MISSED) socket.end();
      }
      this.bus.publish({ kind: 'disconnected', providerId });
      return true;
    } finally {
      signal.removeEventListener('abort', end);
    }
  }

  /** A socket that the node has dropped from its table still answers pings, but gets no events. */
  private agreesWithPolledQueue(providerId: string, frames: SocketFrameReader): boolean {
    const queue = this.registry.get(providerId)?.queue;
    return !queue || frames.queueRemaining() === queue.running + queue.pending;
  }
}
