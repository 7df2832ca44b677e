import type { Readable } from 'node:stream';
import type { SpeechVoice } from '../public/speech-synthesizer';

/** A voice that a provider lists. */
export interface ListedVoice {
  readonly provider: string;
  readonly voice_id: string;
  readonly name: string;
  readonly description: string;
  /** What the provider says of it: language, accent, gender. */
  readonly labels: Readonly<Record<string, string>>;
  /** Where to hear it. */
  readonly preview_url: string | null;
}

/** A kind of speech server behind the port. */
export interface SpeechServer {
  readonly id: string;
  isConfigured(): boolean;
  /** Everything besides text and voice that decides how a text sounds. @throws VoiceSettingUnknown */
  variant(voice: SpeechVoice): Readonly<Record<string, unknown>>;
  /** The encoded sound. @throws the errors of `speech-errors`, also while it is read */
  speak(text: string, voice: SpeechVoice, signal?: AbortSignal): Promise<Readable>;
  /** @throws the errors of `speech-errors` */
  voices(): Promise<readonly ListedVoice[]>;
}
