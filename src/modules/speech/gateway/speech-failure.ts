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

/** An answer of a speech server with another status than 200. */
export interface FailedAnswer {
  readonly provider: string;
  readonly status: number;
  /** Its JSON; undefined for other bodies. */
  readonly body: unknown;
  /** The voice that the request named. */
  readonly voiceId: string | null;
  /** The header `Retry-After`, if there is one. */
  readonly retryAfter: unknown;
}

const QUOTA_CODES =
  /^(?:quota_exceeded|insufficient_quota|insufficient_credits|billing_hard_limit_reached)$/;
const VOICE_CODES = /^(?:voice_not_found|voice_does_not_exist|invalid_uid)$/;
const DEFAULT_RETRY_MS = 1000;
const MAX_RETRY_MS = 60_000;
const MAX_REASON_CHARS = 300;
/** How many errors of a list are named. */
const MAX_VIOLATIONS = 5;

/** The error that corresponds to a failed answer. */
export function failureOf({ provider, status, body, voiceId, retryAfter }: FailedAnswer): AppError {
  const { codes, message } = explanationOf(body);
  // Before the status, because both APIs send these codes with statuses of other errors.
  if (codes.some((code) => QUOTA_CODES.test(code))) return new SpeechQuotaReached(provider);
  if (codes.some((code) => VOICE_CODES.test(code))) return new VoiceNotFound(provider, voiceId);
  const errorOf = ERRORS_BY_STATUS[status];
  if (errorOf) return errorOf(provider, retryAfter);
  return status >= 400 && status < 500
    ? new SpeechRefused(provider, message || `status ${status}`)
    : new SpeechBadAnswer(provider, `it has status ${status}`);
}

const busy = (provider: string, retryAfter: unknown): AppError =>
  new SpeechBusy(provider, retryMs(retryAfter));

const ERRORS_BY_STATUS: Readonly<
  Record<number, (provider: string, retryAfter: unknown) => AppError>
> = {
  401: (provider) => new SpeechKeyRefused(provider),
  402: (provider) => new SpeechQuotaReached(provider),
  403: (provider) => new SpeechKeyRefused(provider),
  429: busy,
  503: busy,
};

/**
 * Reads the error bodies of ElevenLabs: `{detail: {status, message}}`, newer ones also with `code`; of OpenAI:
 * `{error: {code, message}}`; of FastAPI, which many compatible servers use: `{detail: "…"}` or `{detail: [{loc, msg}]}`.
 */
function explanationOf(body: unknown): {
  readonly codes: readonly string[];
  readonly message: string;
} {
  const detail = isRecord(body) ? (body['error'] ?? body['detail'] ?? body) : body;
  if (Array.isArray(detail))
    return { codes: [], message: detail.slice(0, MAX_VIOLATIONS).map(violation).join('; ') };
  if (!isRecord(detail)) return { codes: [], message: cleaned(detail) };
  const { status, code, message } = detail;
  return { codes: [textOf(status), textOf(code)], message: cleaned(message) };
}

function violation(item: unknown): string {
  if (!isRecord(item)) return '';
  const loc = Array.isArray(item['loc']) ? item['loc'].join('.') : '';
  return cleaned(`${loc}: ${textOf(item['msg'])}`);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The message on one line, without addresses and keys, because any caller may read it. */
const cleaned = (message: unknown): string =>
  textOf(message)
    .replace(/https?:\/\/\S+/g, '')
    .replace(/\b(?:sk|xi|key)[-_][A-Za-z0-9*_-]{6,}/g, '…')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MAX_REASON_CHARS);

/** `Retry-After` in milliseconds. A date counts as absent. */
function retryMs(header: unknown): number {
  const seconds = typeof header === 'string' ? Number(header) : NaN;
  return seconds >= 0 ? Math.min(seconds * 1000, MAX_RETRY_MS) : DEFAULT_RETRY_MS;
}
