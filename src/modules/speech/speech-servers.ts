import { Injectable } from '@nestjs/common';
import { ElevenLabsGateway } from './gateway/elevenlabs.gateway';
import { OpenAiSpeechGateway } from './gateway/openai-speech.gateway';
import type { SpeechServer } from './gateway/speech-server';
import { SpeechNotConfigured } from './public/speech-errors';

/** The speech servers that the configuration sets up. */
@Injectable()
export class SpeechServers {
  private readonly all: readonly SpeechServer[];

  constructor(elevenlabs: ElevenLabsGateway, openai: OpenAiSpeechGateway) {
    this.all = [elevenlabs, openai];
  }

  configured(): readonly SpeechServer[] {
    return this.all.filter((server) => server.isConfigured());
  }

  /** @throws SpeechNotConfigured */
  of(provider: string): SpeechServer {
    const configured = this.configured();
    const server = configured.find(({ id }) => id === provider);
    if (server) return server;
    throw new SpeechNotConfigured(
      provider,
      configured.map(({ id }) => id),
    );
  }
}
