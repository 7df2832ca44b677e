import { KinoraError } from '@kinora/client';

/** What to do when the stream has ended. */
export type ReconnectDecision =
  | { readonly action: 'retry'; readonly waitMs: number }
  /** The service refused the key: wait until the user signs in. */
  | { readonly action: 'sign_in' };

/** The wait before each attempt, by the number of failed attempts before it. */
const WAITS_MS = [250, 1000, 2000, 4000, 5000] as const;
/** The service refused the stream: too many streams are open, or the host name is not allowed. */
const REFUSED_WAIT_MS = 10_000;

/**
 * Decides whether and when the stream is opened again.
 * @param error why the stream ended; `undefined` if the service closed it
 * @param failures how many attempts in a row did not open it, or lost it soon
 */
export function decideReconnect(error: unknown, failures: number): ReconnectDecision {
  if (error instanceof KinoraError && error.status === 401) return { action: 'sign_in' };
  if (error instanceof KinoraError && error.status < 500)
    return { action: 'retry', waitMs: REFUSED_WAIT_MS };
  const waitMs = WAITS_MS[Math.min(failures, WAITS_MS.length - 1)] ?? REFUSED_WAIT_MS;
  return { action: 'retry', waitMs };
}
