import { ApiError } from '../api-error';

/** What to do when the stream is over. */
export type AfterStream =
  | { readonly then: 'retry'; readonly waitMs: number }
  /** Only another sign-in helps. */
  | { readonly then: 'sign_in' };

const WAITS_MS = [250, 1000, 2000, 4000, 5000] as const;
/** The service refuses for now: it has too many streams, or is not to be reached under this name. */
const REFUSED_WAIT_MS = 10_000;

/**
 * @param error why the stream ended; `undefined` if the service closed it
 * @param failures attempts in a row that did not open, 0 if this one did
 */
export function afterStream(error: unknown, failures: number): AfterStream {
  if (error instanceof ApiError && error.status === 401) return { then: 'sign_in' };
  if (error instanceof ApiError && error.status < 500)
    return { then: 'retry', waitMs: REFUSED_WAIT_MS };
  const waitMs = WAITS_MS[Math.min(failures, WAITS_MS.length - 1)] ?? REFUSED_WAIT_MS;
  return { then: 'retry', waitMs };
}
