import { AppError, errorSpec } from '../../../platform/errors/app-error';

const NOT_CONFIGURED = errorSpec({
  code: 'speech_not_configured',
  status: 503,
  meaning:
    'The speech provider of the voice is not set up on this server. `configured` names those that are; ask the operator, or use a voice of another one.',
});

export class SpeechNotConfigured extends AppError {
  /** @param provider the requested one; `null` if any would do */
  constructor(provider: string | null, configured: readonly string[]) {
    const which = provider === null ? 'No speech provider' : `The speech provider ${provider}`;
    const verb = provider === null ? 'is' : 'is not';
    super(
      NOT_CONFIGURED,
      `${which} ${verb} set up here. ` +
        (configured.length > 0
          ? `Use a voice of ${configured.join(' or ')}.`
          : 'Ask the operator to set one up: docs/speech.md says how.'),
      { ...(configured.length > 0 ? { hint: 'GET /api/voices' } : {}), extras: { configured } },
    );
  }
}

const VOICE_NOT_FOUND = errorSpec({
  code: 'voice_not_found',
  status: 404,
  meaning: 'The speech provider has no voice of this id. GET /api/voices lists them.',
});

export class VoiceNotFound extends AppError {
  constructor(provider: string, voiceId: string | null) {
    super(VOICE_NOT_FOUND, `${provider} has no voice of this id. Choose one that it lists.`, {
      hint: `GET /api/voices?provider=${provider}`,
      extras: { provider, voice_id: voiceId },
    });
  }
}

const SETTING_UNKNOWN = errorSpec({
  code: 'voice_setting_unknown',
  status: 422,
  meaning:
    "The voice has settings that its provider doesn't accept. `unknown` lists them, `accepted` those that it accepts.",
});

export class VoiceSettingUnknown extends AppError {
  constructor(provider: string, unknown: readonly string[], accepted: readonly string[]) {
    super(
      SETTING_UNKNOWN,
      `${provider} doesn't accept ${unknown.join(', ')} as a setting of a voice. Remove it from the settings` +
        (accepted.length > 0 ? `; accepted are ${accepted.join(', ')}.` : '.'),
      { extras: { provider, unknown, accepted } },
    );
  }
}

const REFUSED = errorSpec({
  code: 'speech_refused',
  status: 422,
  meaning:
    'The speech provider refuses this text, voice or setting. `reason` is what it says; change what it names.',
});

export class SpeechRefused extends AppError {
  constructor(provider: string, reason: string) {
    super(
      REFUSED,
      `${provider} refuses to speak this. Change the text, the voice or its settings.`,
      { extras: { provider, reason } },
    );
  }
}

const QUOTA = errorSpec({
  code: 'speech_quota_reached',
  status: 503,
  meaning:
    'The account that this server has at the speech provider is used up. Ask the operator to top it up: until then the same request fails again.',
});

export class SpeechQuotaReached extends AppError {
  constructor(provider: string) {
    super(
      QUOTA,
      `The account that this server has at ${provider} is used up. Ask the operator, or use a voice of another provider.`,
      { extras: { provider } },
    );
  }
}

const KEY_REFUSED = errorSpec({
  code: 'speech_key_refused',
  status: 503,
  meaning:
    "The speech provider refuses this server's own key for it. Ask the operator to set another one.",
});

export class SpeechKeyRefused extends AppError {
  constructor(provider: string) {
    super(
      KEY_REFUSED,
      `${provider} refuses the key that this server has for it. Ask the operator to set a valid one.`,
      { extras: { provider } },
    );
  }
}

const BUSY = errorSpec({
  code: 'speech_busy',
  status: 503,
  meaning:
    'The speech provider gets more requests than it accepts at the moment. Send the request again after Retry-After seconds.',
});

export class SpeechBusy extends AppError {
  constructor(
    provider: string,
    readonly retryAfterMs: number,
  ) {
    super(BUSY, `${provider} is busy. Send the request again in a moment.`, {
      headers: { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterMs / 1000))) },
      extras: { provider },
    });
  }
}

const UNREACHABLE = errorSpec({
  code: 'speech_unreachable',
  status: 502,
  meaning:
    "The speech provider can't be reached, or took too long. Send the request again after Retry-After seconds.",
});

export class SpeechUnreachable extends AppError {
  /** @param why a clause about the provider: "it gave no answer within 120 s" */
  constructor(
    provider: string,
    why: string,
    /** Whether the provider certainly received nothing, so that a retry can't be charged twice. */
    readonly nothingSent: boolean,
    cause?: unknown,
  ) {
    super(UNREACHABLE, `${provider} does not answer: ${why}. Send the request again in a moment.`, {
      headers: { 'Retry-After': '10' },
      extras: { provider },
      cause,
    });
  }
}

const BAD_ANSWER = errorSpec({
  code: 'speech_bad_answer',
  status: 502,
  meaning:
    'The speech provider answered something else than sound. Send the request again; if the error remains, tell the operator.',
});

export class SpeechBadAnswer extends AppError {
  /** @param why a clause about the answer: "it has status 500" */
  constructor(provider: string, why: string, cause?: unknown) {
    super(
      BAD_ANSWER,
      `The answer of ${provider} can't be used: ${why}. Send the request again; if the error remains, tell the operator.`,
      { extras: { provider }, cause },
    );
  }
}
