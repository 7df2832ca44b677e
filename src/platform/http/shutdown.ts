import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { RequestHandler } from 'express';

/** Tells waiting requests that the service is about to end. */
@Injectable()
export class Shutdown implements OnModuleDestroy {
  private readonly controller = new AbortController();

  /** Aborted when the service begins to end. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  onModuleDestroy(): void {
    this.controller.abort();
  }
}

/** Once the service ends, every connection ends with its answer: idle ones would delay the end for seconds. */
export function endConnections(ending: AbortSignal): RequestHandler {
  return (request, response, next) => {
    if (ending.aborted) response.setHeader('Connection', 'close');
    response.once('finish', () => {
      if (ending.aborted) request.socket.end();
    });
    next();
  };
}

/**
 * Once the service ends, connections without any request so far are destroyed, such as those that clients open in
 * advance: Node closes idle ones after a request, but would wait for these.
 */
export function endUnusedConnections(server: Server, ending: AbortSignal): void {
  const unused = new Set<Socket>();
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  ending.addEventListener('abort', () => {
    for (const socket of unused) socket.destroy();
  });
}
