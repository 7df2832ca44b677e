import { HttpException } from '@nestjs/common';
import { DatabaseAway, isConnectionError } from '../database/database-problems';
import { BadRequest } from '../http/http.errors';
import { AppError, errorSpec } from './app-error';
import { ValidationFailed } from './validation-failed';

const INTERNAL = errorSpec({
  code: 'internal',
  status: 500,
  meaning:
    'A fault of this service. The log holds more under the answered request id. Send it again once with the same Idempotency-Key, then report the request id.',
});

/** An error as it goes out. */
export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** Not caused by the request: logged with its stack. */
  readonly unexpected: boolean;
}

/** Renders anything that was thrown. */
export function errorAnswer(thrown: unknown, requestId: string | undefined): ErrorAnswer {
  if (thrown instanceof ValidationFailed)
    return { status: 422, headers: {}, body: { detail: thrown.errors }, unexpected: false };
  if (thrown instanceof AppError) return appErrorAnswer(thrown);
  if (isClientFault(thrown)) return appErrorAnswer(new BadRequest());
  if (isConnectionError(thrown))
    return { ...appErrorAnswer(new DatabaseAway(thrown)), unexpected: true };
  return {
    status: INTERNAL.status,
    headers: {},
    body: {
      detail: 'Internal error',
      code: INTERNAL.code,
      ...(requestId === undefined ? {} : { request_id: requestId }),
    },
    unexpected: true,
  };
}

function appErrorAnswer({ spec, message, hint, extras, headers }: AppError): ErrorAnswer {
  return {
    status: spec.status,
    headers,
    body: {
      detail: message,
      code: spec.code,
      ...(hint === undefined ? {} : { hint }),
      ...extras,
    },
    unexpected: false,
  };
}

/** Errors of Nest or Express about the request. Their messages may hold parts of it, so they aren't passed on. */
function isClientFault(thrown: unknown): boolean {
  return thrown instanceof HttpException && thrown.getStatus() < 500;
}
