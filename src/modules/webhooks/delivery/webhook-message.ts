import { Webhook } from 'standardwebhooks';
import type { WebhookRow } from '../records/webhook.entity';

/** What receivers get as JSON. */
export interface WebhookMessage {
  /** Kind of the event, or `test`. */
  readonly type: string;
  /** When it happened, ISO 8601. */
  readonly timestamp: string;
  readonly data: object;
}

type Secrets = Pick<WebhookRow, 'secret' | 'previous_secret' | 'previous_until'>;

const SECRET_PREFIX = 'whsec_';
export const SECRET_BYTES = 32;

/** @param random {@link SECRET_BYTES} random bytes as base64url */
export const toSecret = (random: string): string =>
  SECRET_PREFIX + Buffer.from(random, 'base64url').toString('base64');

/** The headers of one attempt (Standard Webhooks): a signature for each secret that is valid now. */
export function signedHeaders(
  secrets: Secrets,
  { messageId, body, now }: { readonly messageId: string; readonly body: string; now: Date },
): Record<string, string> {
  const signatures = validSecrets(secrets, now.toISOString()).map((secret) =>
    new Webhook(secret).sign(messageId, now, body),
  );
  return {
    'Content-Type': 'application/json',
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}

function validSecrets({ secret, previous_secret, previous_until }: Secrets, now: string): string[] {
  const isPreviousValid = previous_until !== null && now < previous_until;
  return isPreviousValid && previous_secret !== null ? [secret, previous_secret] : [secret];
}

/** The largest `data` of a message, in characters of JSON. */
const MAX_DATA_CHARS = 64 * 1024;
/** Fields up to this size stay in data that is too large. */
const MAX_FIELD_CHARS = 16 * 1024;

/** The data, without its large fields and with `truncated: true` where it is too large for a message. */
export function withinSize(data: object): object {
  if (JSON.stringify(data).length <= MAX_DATA_CHARS) return data;
  const small = Object.entries(data).filter(
    ([, value]) => JSON.stringify(value).length <= MAX_FIELD_CHARS,
  );
  return { ...Object.fromEntries(small), truncated: true };
}
