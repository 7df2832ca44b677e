import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express } from 'express';

/**
 * Express changes the prototype of every request and response, unless it is the right one already. V8 then makes a hidden
 * class for each, which makes every access to their properties slow and is collected with the whole heap only. Here the
 * server constructs them with the prototypes of Express. See docs/decisions/0102.
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

/** Adds to a prototype what Express has in its own one. */
function withPrototypeOf<T extends object>(prototype: object, ofExpress: T): T {
  Object.setPrototypeOf(prototype, Object.getPrototypeOf(ofExpress) as object);
  return Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(ofExpress)) as T;
}
