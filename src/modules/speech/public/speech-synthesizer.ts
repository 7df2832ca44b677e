import type { Caller } from '../../../platform/access/caller';

/** Longest text that is spoken at once, in characters: what every provider takes. */
export const MAX_SPEECH_CHARS = 4096;

/** The provider of voices that name none (spec §2.3). */
export const DEFAULT_SPEECH_PROVIDER = 'elevenlabs';

/** A voice, and how it speaks (spec §2.3). */
export interface SpeechVoice {
  readonly provider: string;
  readonly voice_id: string;
  /** As the provider takes them. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** A text to speak. */
export interface SpeechRequest {
  readonly text: string;
  readonly voice: SpeechVoice;
  /** Labels of a new recording: the project that it is for, and the characters that speak in it. */
  readonly project?: string | null;
  readonly characters?: readonly string[];
}

/** A spoken text in the catalogue. */
export interface Speech {
  /** Media path. */
  readonly path: string;
  /** Seconds, as measured; `null` without ffprobe. */
  readonly duration: number | null;
  /** False if it was spoken before. */
  readonly isNew: boolean;
}

/** Speaks texts, through whichever server has the voice. */
export abstract class SpeechSynthesizer {
  /** Checks what can be checked before anything is spent. @throws SpeechNotConfigured, VoiceSettingUnknown */
  abstract check(voice: SpeechVoice): void;
  /**
   * The recording, which belongs to the caller. The same text with the same voice, settings and model is spoken once per
   * owner, as long as its recording isn't deleted.
   * @param signal ends the request to the provider; its reason is thrown
   * @throws the errors of `speech-errors`, QuotaReached, DiskFull
   */
  abstract speak(caller: Caller, request: SpeechRequest, signal?: AbortSignal): Promise<Speech>;
}
