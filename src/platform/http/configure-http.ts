import type { Server } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { Logger } from '@nestjs/common';
import { CredentialChecker } from '../access/credential-checker';
import { Clock, Ids } from '../clock/clock';
import { KeyedThrottle } from '../clock/keyed-throttle';
import { ConfigService } from '../config/config.service';
import { requestLog } from '../observability/request-log';
import { OpenApiService } from '../openapi/openapi.service';
import { studioPages } from '../studio/studio-pages';
import { BrowserDefence } from './browser-defence';
import { ReadyAnswers } from './content/ready-answers';
import { closeUnusedConnections, maxConnections } from './connections';
import { lingerOnClose } from './lingering-close';
import { requestId } from './request-context';
import { answerOptions, readAbsoluteForm, refuseInvalidPath } from './request-line';
import { endConnections, Shutdown } from './shutdown';
import { type SendfileHeader, trustedProxies, warnOfUntrustedProxy } from './trusted-proxies';
import { answerHttpParserErrors } from './http-parser-errors';

/**
 * Keep-alive of an idle connection, in milliseconds: longer than that of proxies (a minute), so that the proxy closes
 * first. A request sent to a connection that the server is closing would be lost.
 */
const KEEP_ALIVE_MS = 75_000;

/** Between two warnings of too many connections. */
const WARNING_INTERVAL_MS = 60_000;

/**
 * Middleware for every request before routing. Call it once, before the app starts, on an app created with
 * `bodyParser: false`.
 */
export function configureHttp(app: NestExpressApplication): void {
  const defence = app.get(BrowserDefence);
  const config = app.get(ConfigService);
  app.get(OpenApiService).setApp(app);
  const server: Server = app.getHttpServer();
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  answerHttpParserErrors(server);
  server.prependListener('request', readAbsoluteForm);
  lingerOnClose(server, { ending: app.get(Shutdown).signal });
  const ending = app.get(Shutdown).signal;
  const max = maxConnections();
  const warnings = new KeyedThrottle(app.get(Clock));
  const logger = new Logger('Http');
  closeUnusedConnections(server, {
    max,
    ending,
    onTooMany: () =>
      warnings.run('', WARNING_INTERVAL_MS, () =>
        logger.warn(
          `more than ${max} connections are open, half of the files that this process may open (ulimit -n); idle ones are closed`,
        ),
      ),
  });
  app.disable('x-powered-by');
  // Answers differ per caller and change often: hashing each costs more than it saves.
  app.disable('etag');
  const isTrusted = trustedProxies(() => config.current().server.trusted_proxies);
  app.set('trust proxy', isTrusted);
  const sendfileFor: SendfileHeader = (address) =>
    isTrusted(address) ? config.current().server.sendfile_header : null;
  app.setLocal('sendfileHeader', sendfileFor);
  app.use(requestId(app.get(Ids)));
  app.use((_request: Request, _response: Response, next: NextFunction) => {
    config.expire();
    next();
  });
  app.use(endConnections(ending));
  app.use(requestLog(app.get(Clock)));
  app.use(warnOfUntrustedProxy(app.get(Clock), isTrusted));
  app.use(defaultHeaders);
  app.use(refuseInvalidPath);
  app.use((request: Request, response: Response, next: NextFunction) =>
    defence.use(request, response, next),
  );
  const credentials = app.get(CredentialChecker);
  const answers = app.get(ReadyAnswers);
  app.use(async (request: Request, response: Response, next: NextFunction) => {
    if (!(await answers.sendKnown(response, () => credentials.requireCaller(request)))) next();
  });
  app.use(studioPages());
  app.use(answerOptions(credentials));
}

/**
 * Headers of every answer, which routes may replace. Answers belong to one caller and change. Data needs no script, style
 * or frame; pages set their own policy. No HSTS: the proxy that terminates TLS decides that.
 */
const DEFAULT_HEADERS = Object.entries({
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
});

const defaultHeaders: RequestHandler = (_, response, next) => {
  for (const [name, value] of DEFAULT_HEADERS) response.setHeader(name, value);
  next();
};
