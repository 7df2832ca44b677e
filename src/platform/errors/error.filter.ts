import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  Logger,
  NotFoundException,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { CredentialChecker } from '../access/credential-checker';
import { allowedMethods, nearestRoutes } from '../http/allowed-methods';
import { MethodNotAllowed, RequestAborted, RouteNotFound } from '../http/http.errors';
import { errorAnswer } from './error-answer';

/** Headers of a response that failed after they were set. */
const STALE_HEADERS = [
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Encoding',
  'Content-Length',
  'Content-Range',
  'ETag',
  'Last-Modified',
];

const ABORT_CODES = new Set([
  'ABORT_ERR',
  'ECONNABORTED',
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
]);

/** Renders every error as a response. Only errors of this service itself are logged as errors. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Errors');

  constructor(private readonly credentials: CredentialChecker) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    if (thrown instanceof NotFoundException)
      void this.unrouted(http.getRequest<Request>()).then((error) => this.answer(error, response));
    else this.answer(thrown, response);
  }

  /** Nest throws NotFound for unknown paths and unknown methods alike, and no guard has run for either. */
  private async unrouted(request: Request): Promise<unknown> {
    try {
      await this.credentials.requireCaller(request);
    } catch (refusal) {
      return refusal;
    }
    const allowed = allowedMethods(request.app, request.path);
    return allowed.length > 0
      ? new MethodNotAllowed(allowed)
      : new RouteNotFound(nearestRoutes(request.app, request.path));
  }

  private answer(thrown: unknown, response: Response): void {
    if (wasAborted(thrown, response)) {
      response.destroy();
      return;
    }
    const requestId = response.getHeader('X-Request-Id')?.toString();
    const answer = errorAnswer(thrown, requestId);
    if (answer.unexpected) this.logger.error(asError(thrown));
    if (response.headersSent) {
      // Part of the response is sent: only cutting the connection shows that it failed.
      response.destroy();
      return;
    }
    for (const name of STALE_HEADERS) response.removeHeader(name);
    response
      .status(answer.status)
      .set({ 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' })
      .set(answer.headers)
      .json(answer.body);
  }
}

function wasAborted(thrown: unknown, response: Response): boolean {
  if (thrown instanceof RequestAborted) return true;
  if (!response.closed && !response.destroyed) return false;
  return ABORT_CODES.has((thrown as NodeJS.ErrnoException | null)?.code ?? '');
}

const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(`thrown: ${typeof thrown}`, { cause: thrown });
