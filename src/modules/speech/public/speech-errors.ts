import { codedError } from '../../../platform/errors/app-error';

export class SpeechNotConfigured extends codedError({
  code: 'speech_not_configured',
  status: 503,
  meaning:
    'The speech provider of the voice is not set up on this server. `configured` names those that are; ask the operator, or use a voice of another one.',
}) {
  /** @param provider the requested one; `null` if any would do */
  constructor(provider: string | null, configured: readonly string[]) {
    const which = provider === null ? 'No speech provider' : `The speech provider ${provider}`;
    const verb = provider === null ? 'is' : 'is not';
    super(
      `${which} ${verb} set up here. ` +
        (configured.length > 0
          ? `Use a voice of ${configured.join(' or ')}.`
          : 'Ask the operator to set one up: docs/speech.md says how.'),
      { ...(configured.length > 0 ? { hint: 'GET /api/voices' } : {}), extras: { configured } },
    );
  }
}

export class VoiceNotFound extends codedError({
  code: 'voice_not_found',
  status: 404,
  meaning: 'The speech provider has no voice of this id. GET /api/voices lists them.',
}) {
  constructor(provider: string, voiceId: string | null) {
    super(`${provider} has no voice of this id. Choose one that it lists.`, {
      hint: `GET /api/voices?provider=${provider}`,
      extras: { provider, voice_id: voiceId },
    });
  }
}

export class VoiceSettingUnknown extends codedError({
  code: 'voice_setting_unknown',
  status: 422,
  meaning:
    "The voice has settings that its provider doesn't accept. `unknown` lists them, `accepted` those that it accepts.",
}) {
  constructor(provider: string, unknown: readonly string[], accepted: readonly string[]) {
    super(
      `${provider} doesn't accept ${unknown.join(', ')} as a setting of a voice. Remove it from the settings` +
        (accepted.length > 0 ? `; accepted are ${accepted.join(', ')}.` : '.'),
      { extras: { provider, unknown, accepted } },
    );
  }
}

export class SpeechRefused extends codedError({
  code: 'speech_refused',
  status: 422,
  meaning:
    'The speech provider refuses this text, voice or setting. `reason` is what it says; change what it names.',
}) {
  constructor(provider: string, reason: string) {
    super(`${provider} refuses to speak this. Change the text, the voice or its settings.`, {
      extras: { provider, reason },
    });
  }
}

export class SpeechQuotaReached extends codedError({
  code: 'speech_quota_reached',
  status: 503,
  meaning:
    'The account that this server has at the speech provider is used up. Ask the operator to top it up: until then the same request fails again.',
}) {
  constructor(provider: string) {
    super(
      `The account that this server has at ${provider} is used up. Ask the operator, or use a voice of another provider.`,
      { extras: { provider } },
    );
  }
}

export class SpeechKeyRefused extends codedError({
  code: 'speech_key_refused',
  status: 503,
  meaning:
    "The speech provider refuses this server's own key for it. Ask the operator to set another one.",
}) {
  constructor(provider: string) {
    super(
      `${provider} refuses the key that this server has for it. Ask the operator to set a valid one.`,
      { extras: { provider } },
    );
  }
}

export class SpeechBusy extends codedError({
  code: 'speech_busy',
  status: 503,
  meaning:
    'The speech provider gets more requests than it accepts at the moment, or too many texts of yours wait. Send the request again after Retry-After seconds.',
}) {
  constructor(
    provider: string,
    readonly retryAfterMs: number,
    detail = `${provider} is busy. Send the request again in a moment.`,
  ) {
    super(detail, {
      headers: { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterMs / 1000))) },
      extras: { provider },
    });
  }
}

export class SpeechUnreachable extends codedError({
  code: 'speech_unreachable',
  status: 502,
  meaning:
    "The speech provider can't be reached, or took too long. Send the request again after Retry-After seconds.",
}) {
  /** @param why a clause about the provider: "it gave no answer within 120 s" */
  constructor(
    provider: string,
    why: string,
    /** Whether the provider certainly received nothing, so that a retry can't be charged twice. */
    readonly nothingSent: boolean,
    cause?: unknown,
  ) {
    super(`${provider} does not answer: ${why}. Send the request again in a moment.`, {
      headers: { 'Retry-After': '10' },
      extras: { provider },
      cause,
    });
  }
}

/** Whether a text was certainly not spoken, and may be spoken later. */
export const isSpokenLater = (error: unknown): error is SpeechBusy | SpeechUnreachable =>
  error instanceof SpeechBusy || (error instanceof SpeechUnreachable && error.nothingSent);

export class SpeechBadAnswer extends codedError({
  code: 'speech_bad_answer',
  status: 502,
  meaning:
    'The speech provider answered something else than sound. Send the request again; if the error remains, tell the operator.',
}) {
  /** @param why a clause about the answer: "it has status 500" */
  constructor(provider: string, why: string, cause?: unknown) {
    super(
      `The answer of ${provider} can't be used: ${why}. Send the request again; if the error remains, tell the operator.`,
      { extras: { provider }, cause },
    );
  }
}
