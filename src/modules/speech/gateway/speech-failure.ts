import type { AppError } from '../../../platform/errors/app-error';
import { isRecord } from '../../../platform/json';
import {
  SpeechBadAnswer,
  SpeechBusy,
  SpeechKeyRefused,
  SpeechQuotaReached,
  SpeechRefused,
  VoiceNotFound,
} from '../public/speech-errors';

/** An answer of a speech server that is not 200. */
export interface FailedAnswer {
  readonly provider: string;
  readonly status: number;
  /** Its JSON; undefined when it has none. */
  readonly body: unknown;
  /** The voice that the request named. */
  readonly voiceId: string | null;
  /** The header, if there is one. */
  readonly retryAfter: unknown;
}

const QUOTA_CODES =
  /^(?:quota_exceeded|insufficient_quota|insufficient_credits|billing_hard_limit_reached)$/;
const VOICE_CODES = /^(?:voice_not_found|voice_does_not_exist|invalid_uid)$/;
const DEFAULT_RETRY_MS = 1000;
const MAX_RETRY_MS = 60_000;
const MAX_REASON_CHARS = 300;

/** The error that a failed answer means. */
export function failureOf({ provider, status, body, voiceId, retryAfter }: FailedAnswer): AppError {
  const { codes, message } = explanationOf(body);
  // Both APIs send these codes with statuses of other errors.
  if (codes.some((code) => QUOTA_CODES.test(code))) return new SpeechQuotaReached(provider);
  if (codes.some((code) => VOICE_CODES.test(code))) return new VoiceNotFound(provider, voiceId);
  const ofStatus = STATUSES[status];
  if (ofStatus) return ofStatus(provider, retryAfter);
  return status >= 400 && status < 500
    ? new SpeechRefused(provider, message || `status ${status}`)
    : new SpeechBadAnswer(provider, `it has status ${status}`);
}

const busy = (provider: string, retryAfter: unknown): AppError =>
  new SpeechBusy(provider, retryMs(retryAfter));

const STATUSES: Readonly<Record<number, (provider: string, retryAfter: unknown) => AppError>> = {
  401: (provider) => new SpeechKeyRefused(provider),
  402: (provider) => new SpeechQuotaReached(provider),
  403: (provider) => new SpeechKeyRefused(provider),
  429: busy,
  503: busy,
};

/**
 * ElevenLabs: `{detail: {status, message}}`, newer ones with `code` besides; OpenAI: `{error: {code, message}}`; FastAPI,
 * on which many compatible servers stand: `{detail: "…"}` or `{detail: [{loc, msg}]}`.
 */
function explanationOf(body: unknown): {
  readonly codes: readonly string[];
  readonly message: string;
} {
  const detail = isRecord(body) ? (body['error'] ?? body['detail'] ?? body) : body;
  if (Array.isArray(detail)) return { codes: [], message: detail.map(violation).join('; ') };
  if (!isRecord(detail)) return { codes: [], message: cleaned(detail) };
  const { status, code, message } = detail;
  return { codes: [textOf(status), textOf(code)], message: cleaned(message) };
}

function violation(one: unknown): string {
  if (!isRecord(one)) return '';
  const loc = Array.isArray(one['loc']) ? one['loc'].join('.') : '';
  return cleaned(`${loc}: ${textOf(one['msg'])}`);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** One line without addresses and keys: any caller may read it. */
const cleaned = (message: unknown): string =>
  textOf(message)
    .replace(/https?:\/\/\S+/g, '')
    .replace(/\b(?:sk|xi|key)[-_][A-Za-z0-9*_-]{6,}/g, '…')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MAX_REASON_CHARS);

/** `Retry-After`, given in seconds; a date counts as absent. */
function retryMs(header: unknown): number {
  const seconds = typeof header === 'string' ? Number(header) : NaN;
  return seconds >= 0 ? Math.min(seconds * 1000, MAX_RETRY_MS) : DEFAULT_RETRY_MS;
}
