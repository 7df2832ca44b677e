export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Why the service disabled a webhook. */
export const DISABLED_REASONS = ['retries_exhausted', 'gone', 'too_many_waiting'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** Why the last attempt failed, or why a delivery ended without one. */
export const DELIVERY_ERRORS = [
  'http_error',
  'redirected',
  'timeout',
  'unknown_host',
  'connection_refused',
  'connection_failed',
  'not_secure',
  'private_address',
  'url_not_allowed',
  'not_permitted',
  'interrupted',
  'too_many_waiting',
] as const;
export type DeliveryError = (typeof DELIVERY_ERRORS)[number];

/** How an attempt ended: the receiver's status, or why there is none. */
export type Outcome = { readonly httpStatus: number } | { readonly error: DeliveryError };

/** The columns that an attempt changes. */
export interface DeliveryState {
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly http_status: number | null;
  readonly error: DeliveryError | null;
  /** Milliseconds until the next attempt; null when there will be none. */
  readonly retryInMs: number | null;
  /** Why the webhook is to be disabled. */
  readonly disables: DisabledReason | null;
}

export interface RetryRules {
  /** Milliseconds between two attempts; after the last one the delivery is given up. */
  readonly pauses: readonly number[];
  /** 0 to 1: pauses get up to a tenth longer, so that receivers aren't called by all at the same time. */
  readonly jitter: number;
}

const JITTER_SHARE = 0.1;
const GONE = 410;

/** The state of a delivery after an attempt. */
export function afterAttempt(
  { attempts: earlier, is_single }: { readonly attempts: number; readonly is_single: boolean },
  outcome: Outcome,
  { pauses, jitter }: RetryRules,
): DeliveryState {
  const attempts = earlier + 1;
  const http_status = 'httpStatus' in outcome ? outcome.httpStatus : null;
  const error = 'httpStatus' in outcome ? errorOf(outcome.httpStatus) : outcome.error;
  const ended = { attempts, http_status, error, retryInMs: null, disables: null };
  if (error === null) return { ...ended, status: 'delivered' };
  // Sending what the owner may not read would not be better later.
  if (is_single || error === 'not_permitted') return { ...ended, status: 'failed' };
  if (http_status === GONE) return { ...ended, status: 'failed', disables: 'gone' };
  const pause = pauses[earlier];
  if (pause === undefined) return { ...ended, status: 'failed', disables: 'retries_exhausted' };
  const retryInMs = Math.round(pause * (1 + JITTER_SHARE * jitter));
  return { ...ended, status: 'waiting', retryInMs };
}

function errorOf(httpStatus: number): DeliveryError | null {
  if (httpStatus >= 200 && httpStatus < 300) return null;
  return httpStatus >= 300 && httpStatus < 400 ? 'redirected' : 'http_error';
}
