import { Logger } from '@nestjs/common';
import type { Request, RequestHandler } from 'express';
import type { Clock } from '../clock/clock';

/** Logs one line per request, with the route pattern instead of the path and query that were sent. */
export function requestLog(clock: Clock): RequestHandler {
  const logger = new Logger('Http');
  return (request, response, next) => {
    const start = clock.monotonic();
    response.once('close', () => {
      const facts = {
        request_id: response.getHeader('X-Request-Id'),
        method: request.method,
        route: routeOf(request),
        status: response.statusCode,
        ms: Math.round((clock.monotonic() - start) * 10) / 10,
        ...(response.writableFinished ? {} : { aborted: true }),
      };
      logger.log(facts, 'request');
    });
    next();
  };
}

function routeOf(request: Request): string {
  const route = request.route as { readonly path?: unknown } | undefined;
  return typeof route?.path === 'string' ? route.path : '-';
}
