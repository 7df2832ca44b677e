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
    app.request = withPrototypeOf(Request.prototype, app.request);
    app.response = withPrototypeOf(Response.prototype, app.response);
    this.httpServer = createServer({ IncomingMessage: Request, ServerResponse: Response }, app);
  }
}

/** Makes `prototype` inherit from what Express's prototype inherits from, and copies its own properties. */
function withPrototypeOf<T extends object>(prototype: object, ofExpress: T): T {
  Object.setPrototypeOf(prototype, Object.getPrototypeOf(ofExpress) as object);
  return Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(ofExpress)) as T;
}
