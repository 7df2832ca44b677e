import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express } from 'express';

/**
 * Constructs requests and responses with the prototypes that Express sets. Otherwise Express changes the prototype of each
 * object, and V8 makes a hidden class for each: access to their properties is slow, and only a full garbage collection frees
 * the hidden classes. See docs/decisions/0102.
 */
export class StableExpressAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    const app = this.getInstance<Express>();
    class Request extends IncomingMessage {}
    class Response extends ServerResponse {}
    app.request = likeExpress(Request.prototype, app.request);
    app.response = likeExpress(Response.prototype, app.response);
    this.httpServer = createServer({ IncomingMessage: Request, ServerResponse: Response }, app);
  }
}

/** Gives the prototype of a class the own properties and the ancestors of Express's prototype, so that it can replace that. */
function likeExpress<T extends object>(prototype: object, ofExpress: T): T {
  Object.setPrototypeOf(prototype, Object.getPrototypeOf(ofExpress) as object);
  return Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(ofExpress)) as T;
}
