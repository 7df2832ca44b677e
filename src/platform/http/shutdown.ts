import { setMaxListeners } from 'node:events';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { RequestHandler } from 'express';

/** Signals the shutdown of the service to waiting requests. */
@Injectable()
export class Shutdown implements OnModuleDestroy {
  private readonly controller = new AbortController();

  constructor() {
    // Every waiting request listens: Node would take more than ten for a leak, and warn.
    setMaxListeners(0, this.controller.signal);
  }

  /** Aborted when the service begins to end. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  onModuleDestroy(): void {
    this.controller.abort();
  }
}

/** During shutdown every connection is closed after its answer: idle connections would delay the end for seconds. */
export function endConnections(ending: AbortSignal): RequestHandler {
  return (request, response, next) => {
    if (ending.aborted) response.setHeader('Connection', 'close');
    response.once('finish', () => {
      if (ending.aborted) request.socket.end();
    });
    next();
  };
}
