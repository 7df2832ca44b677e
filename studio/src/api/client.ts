import createClient from 'openapi-fetch';
import { ConnectionLost, toApiError } from './api-error';
import type { paths } from './schema';
import { reportUnauthorized } from './unauthorized';

/** The API, typed from its own OpenAPI document. Wrap each call in {@link answerOf}. */
export const api = createClient<paths>({ baseUrl: location.origin });

interface Result<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * The data of a call.
 * @throws ApiError for an answer other than 2xx, ConnectionLost if there was none
 */
export async function answerOf<T>(call: Promise<Result<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await call.catch((reason: unknown) => {
    if (reason instanceof DOMException && reason.name === 'AbortError') throw reason;
    throw new ConnectionLost();
  });
  if (!response.ok || data === undefined || data === null) {
    if (response.status === 401) reportUnauthorized();
    throw toApiError(response.status, error);
  }
  return data;
}
