import { Logger } from '@nestjs/common';
import type { Request, RequestHandler } from 'express';
import type { Clock } from '../clock/clock';

/**
 * Logs one line per request, with the route pattern instead of the path and query that were sent. Files of the Studio and
 * of the API's page are logged at level `debug`: one page loads dozens of them.
 */
export function requestLog(clock: Clock): RequestHandler {
  const logger = new Logger('Http');
  return (request, response, next) => {
    const start = clock.monotonic();
    response.once('close', () => {
      const route = routeOf(request);
      const { statusCode: status } = response;
      const facts = {
        request_id: response.getHeader('X-Request-Id'),
        method: request.method,
        route: route ?? '-',
        status,
        ms: Math.round((clock.monotonic() - start) * 10) / 10,
        ...(response.writableFinished ? {} : { aborted: true }),
      };
      const isFile = route === null && status < 400;
      logger[isFile ? 'debug' : 'log'](facts, 'request');
    });
    next();
  };
}

/** `null` for files, and for paths that don't exist. */
function routeOf(request: Request): string | null {
  const route = request.route as { readonly path?: unknown } | undefined;
  return typeof route?.path === 'string' ? route.path : null;
}
