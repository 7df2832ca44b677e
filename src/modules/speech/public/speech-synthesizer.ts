import type { Caller } from '../../../platform/access/caller';

/** The longest text of one request, in characters: the limit that all providers accept. */
export const MAX_SPEECH_CHARS = 4096;

/** The provider of voices without a `provider`. */
export const DEFAULT_SPEECH_PROVIDER = 'elevenlabs';

/** A voice and its settings. */
export interface SpeechVoice {
  readonly provider: string;
  readonly voice_id: string;
  /** Fields of the provider's API, sent as they are. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** A text to speak. */
export interface SpeechRequest {
  readonly text: string;
  readonly voice: SpeechVoice;
  /** Project label of a new recording. */
  readonly project?: string | null;
  /** Ids of the characters that speak in it, also labels. */
  readonly characters?: readonly string[];
}

/** A spoken text in the catalogue. */
export interface Speech {
  /** Media path. */
  readonly path: string;
  /** Measured length in seconds; `null` without ffprobe. */
  readonly duration: number | null;
  /** False if an earlier recording is used again. */
  readonly isNew: boolean;
}

/** Speaks texts with the provider of the voice. */
export abstract class SpeechSynthesizer {
  /** Whether a provider is configured. */
  abstract isConfigured(): boolean;
  /** Checks the provider and the settings without a request. @throws SpeechNotConfigured, VoiceSettingUnknown */
  abstract check(voice: SpeechVoice): void;
  /**
   * Makes a recording that belongs to the caller. The same text with the same voice, settings and model is spoken once per
   * owner, as long as its recording isn't deleted.
   * @param signal aborts the request to the provider; its reason is thrown
   * @throws the errors of `speech-errors`, QuotaReached, DiskFull
   */
  abstract speak(caller: Caller, request: SpeechRequest, signal?: AbortSignal): Promise<Speech>;
}
