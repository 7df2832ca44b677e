import { fieldCodeSpecs } from '../../../platform/errors/app-error';

export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Why the service disabled a webhook. */
export const DISABLED_REASONS = fieldCodeSpecs('webhook.disabled_reason', {
  retries_exhausted:
    'A message could not be delivered for 24 hours. Correct the receiver, then enable the webhook.',
  gone: 'The receiver answered 410, which ends the webhook. Enable it if that was a mistake.',
  too_many_waiting:
    'More than 10,000 messages or 32 MiB waited, and were given up. Correct the receiver, then enable the webhook.',
});
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** Why the last attempt failed, or why a delivery ended without one. */
export const DELIVERY_ERRORS = fieldCodeSpecs('webhook_delivery.error', {
  http_error: 'The receiver answered with an error: `http_status` is its status.',
  redirected: 'The receiver redirects, which is not followed. Change the `url` of the webhook.',
  timeout: 'The receiver did not answer within `webhooks.timeout_ms`.',
  unknown_host: 'The host name of the `url` has no address.',
  connection_refused: 'Nothing accepts connections at the port of the `url`.',
  connection_failed: 'The connection failed or was cut off before the answer.',
  not_secure: 'No secure connection could be made: check the certificate of the receiver.',
  private_address:
    'The host of the `url` has an address that is not public. The operator may set `webhooks.allow_private`.',
  url_not_allowed:
    'The `url` is not allowed any more: http, for example, needs `webhooks.allow_private`.',
  not_permitted: 'The owner of the webhook may not read any more what the message is about.',
  interrupted:
    'The service stopped during a test message or a repetition, which are sent only once. Send it again.',
  too_many_waiting: 'It was given up when too many messages waited for the receiver.',
});
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
