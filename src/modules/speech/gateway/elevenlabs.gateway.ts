import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';
import { isRecord } from '../../../platform/json';
import {
  SpeechBadAnswer,
  SpeechNotConfigured,
  VoiceNotFound,
  VoiceSettingUnknown,
} from '../public/speech-errors';
import type { SpeechVoice } from '../public/speech-synthesizer';
import { SpeechHttpGateway } from './speech-http.gateway';
import type { ListedVoice, SpeechServer } from './speech-server';
import { labelsOf, previewUrl, textOr } from './voice-fields';

const VOICE_ID = /^[A-Za-z0-9_-]{1,100}$/;
/** The output format; every plan of ElevenLabs includes it. */
const FORMAT = 'mp3_44100_128';
/** Settings of a voice that are sent in `voice_settings`. */
const VOICE_SETTINGS = ['stability', 'similarity_boost', 'style', 'use_speaker_boost', 'speed'];
/** Settings of a voice that are fields of the request itself. */
const REQUEST_SETTINGS = ['model_id', 'language_code', 'seed', 'apply_text_normalization'];

/** ElevenLabs: `/v1/text-to-speech` and `/v1/voices`. */
@Injectable()
export class ElevenLabsGateway implements SpeechServer {
  readonly id = 'elevenlabs';

  constructor(
    private readonly http: SpeechHttpGateway,
    private readonly config: ConfigService,
  ) {}

  isConfigured(): boolean {
    return this.settings.api_key !== null;
  }

  variant({ settings }: SpeechVoice): Readonly<Record<string, unknown>> {
    const accepted = [...VOICE_SETTINGS, ...REQUEST_SETTINGS];
    const unknown = Object.keys(settings).filter((name) => !accepted.includes(name));
    if (unknown.length > 0) throw new VoiceSettingUnknown(this.id, unknown, accepted);
    return { url: this.settings.base_url, body: this.body(settings) };
  }

  async speak(
    text: string,
    { voice_id, settings }: SpeechVoice,
    signal?: AbortSignal,
  ): Promise<Readable> {
    // An id with a slash would address another route.
    if (!VOICE_ID.test(voice_id)) throw new VoiceNotFound(this.id, voice_id);
    return this.http.stream({
      ...this.request(`/v1/text-to-speech/${voice_id}?output_format=${FORMAT}`),
      body: { text, ...this.body(settings) },
      voiceId: voice_id,
      signal,
    });
  }

  async voices(): Promise<readonly ListedVoice[]> {
    const answer = await this.http.json(this.request('/v1/voices'));
    const voices = isRecord(answer) ? answer['voices'] : undefined;
    if (!Array.isArray(voices)) throw new SpeechBadAnswer(this.id, 'it has no list of voices');
    return voices.filter(isRecord).flatMap((voice): ListedVoice[] => {
      const { voice_id, name, description, labels, preview_url } = voice;
      if (typeof voice_id !== 'string' || voice_id === '') return [];
      return [
        {
          provider: this.id,
          voice_id,
          name: textOr(name, voice_id),
          description: textOr(description, ''),
          labels: labelsOf(labels),
          preview_url: previewUrl(preview_url),
        },
      ];
    });
  }

  private get settings() {
    return this.config.current().speech.elevenlabs;
  }

  private request(path: string) {
    const { base_url, api_key } = this.settings;
    if (api_key === null) throw new SpeechNotConfigured(this.id, []);
    return {
      provider: this.id,
      url: base_url + path,
      headers: { 'xi-api-key': api_key },
      timeoutMs: this.config.current().speech.timeout_ms,
    };
  }

  /** The body of a request without its text. */
  private body(settings: SpeechVoice['settings']): Record<string, unknown> {
    const pick = (names: readonly string[]): Record<string, unknown> =>
      Object.fromEntries(Object.entries(settings).filter(([name]) => names.includes(name)));
    const voice_settings = pick(VOICE_SETTINGS);
    return {
      model_id: this.settings.model,
      ...pick(REQUEST_SETTINGS),
      ...(Object.keys(voice_settings).length > 0 ? { voice_settings } : {}),
    };
  }
}
