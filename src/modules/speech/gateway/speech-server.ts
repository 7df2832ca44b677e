import type { Readable } from 'node:stream';
import type { SpeechVoice } from '../public/speech-synthesizer';

export interface ListedVoice {
  readonly provider: string;
  readonly voice_id: string;
  readonly name: string;
  readonly description: string;
  /** What the provider says about it: language, accent, gender. */
  readonly labels: Readonly<Record<string, string>>;
  /** Address of a sample. */
  readonly preview_url: string | null;
}

/** The API of a speech provider. */
export interface SpeechServer {
  readonly id: string;
  isConfigured(): boolean;
  /** Everything except text and voice that affects how a text sounds. @throws VoiceSettingUnknown */
  variant(voice: SpeechVoice): Readonly<Record<string, unknown>>;
  /** The encoded sound as a stream. @throws the errors of `speech-errors`, also while it is read */
  speak(text: string, voice: SpeechVoice, signal?: AbortSignal): Promise<Readable>;
  /** All voices of the provider. @throws the errors of `speech-errors` */
  voices(): Promise<readonly ListedVoice[]>;
}
