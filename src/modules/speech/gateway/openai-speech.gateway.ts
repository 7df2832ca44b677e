import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';
import { isRecord } from '../../../platform/json';
import {
  SpeechBadAnswer,
  SpeechNotConfigured,
  SpeechRefused,
  VoiceSettingUnknown,
} from '../public/speech-errors';
import type { SpeechVoice } from '../public/speech-synthesizer';
import { SpeechHttpGateway } from './speech-http.gateway';
import type { ListedVoice, SpeechServer } from './speech-server';
import { textOr } from './voice-fields';

/** The voices of OpenAI, whose API doesn't list them. Compatible servers without a list accept these names, too. */
const OPENAI_VOICES = [
  ...['alloy', 'ash', 'ballad', 'cedar', 'coral', 'echo', 'fable'],
  ...['marin', 'nova', 'onyx', 'sage', 'shimmer', 'verse'],
];
/** Fields of a request that settings must not change. */
const RESERVED = ['input', 'voice', 'stream', 'stream_format', 'return_download_link'];

/**
 * OpenAI and compatible servers: `/v1/audio/speech`. Settings of a voice are sent as further fields of the request:
 * `speed`, `instructions`, `model` and whatever else the server accepts.
 */
@Injectable()
export class OpenAiSpeechGateway implements SpeechServer {
  readonly id = 'openai';

  constructor(
    private readonly http: SpeechHttpGateway,
    private readonly config: ConfigService,
  ) {}

  isConfigured(): boolean {
    return this.settings.base_url !== null;
  }

  variant({ settings }: SpeechVoice): Readonly<Record<string, unknown>> {
    const unknown = Object.keys(settings).filter((name) => RESERVED.includes(name));
    if (unknown.length > 0) throw new VoiceSettingUnknown(this.id, unknown, []);
    return { url: this.settings.base_url, body: this.body(settings) };
  }

  async speak(
    text: string,
    { voice_id, settings }: SpeechVoice,
    signal?: AbortSignal,
  ): Promise<Readable> {
    return this.http.stream({
      ...this.request('/v1/audio/speech'),
      body: { ...this.body(settings), input: text, voice: voice_id },
      voiceId: voice_id,
      signal,
    });
  }

  async voices(): Promise<readonly ListedVoice[]> {
    const { voices } = this.settings;
    const names = voices.length > 0 ? voices.map(namedVoice) : await this.listVoices();
    return names.map(({ id, name }) => ({
      provider: this.id,
      voice_id: id,
      name,
      description: '',
      labels: {},
      preview_url: null,
    }));
  }

  /** Reads `{voices: ["alloy"]}`, `{voices: [{id, name}]}` or a bare list, as compatible servers answer it. */
  private async listVoices(): Promise<readonly { readonly id: string; readonly name: string }[]> {
    const answer = await this.http
      .json(this.request('/v1/audio/voices'))
      .catch((error: unknown) => {
        if (error instanceof SpeechRefused) return { voices: OPENAI_VOICES };
        throw error;
      });
    const voices = isRecord(answer) ? answer['voices'] : answer;
    if (!Array.isArray(voices)) throw new SpeechBadAnswer(this.id, 'it has no list of voices');
    return voices.flatMap((voice: unknown) => {
      if (typeof voice === 'string') return voice === '' ? [] : [namedVoice(voice)];
      const { id, voice_id, name } = isRecord(voice) ? voice : {};
      const listedId = textOr(id, textOr(voice_id, textOr(name, '')));
      return listedId === '' ? [] : [{ id: listedId, name: textOr(name, listedId) }];
    });
  }

  private get settings() {
    return this.config.current().speech.openai;
  }

  private request(path: string) {
    const { base_url, api_key } = this.settings;
    if (base_url === null) throw new SpeechNotConfigured(this.id, []);
    return {
      provider: this.id,
      url: base_url + path,
      headers: api_key === null ? {} : { Authorization: `Bearer ${api_key}` },
      timeoutMs: this.config.current().speech.timeout_ms,
    };
  }

  /** The body of a request without its text and voice. */
  private body(settings: SpeechVoice['settings']): Record<string, unknown> {
    return { model: this.settings.model, response_format: 'mp3', ...settings };
  }
}

const namedVoice = (id: string) => ({ id, name: id });
