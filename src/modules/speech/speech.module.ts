import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module';
import { registerFeature } from '../../platform/observability/features';
import { MediaModule } from '../media/media.module';
import { ElevenLabsGateway } from './gateway/elevenlabs.gateway';
import { OpenAiSpeechGateway } from './gateway/openai-speech.gateway';
import { SpeechHttpGateway } from './gateway/speech-http.gateway';
import { SpeechSynthesizer } from './public/speech-synthesizer';
import { SpeechCacheEntity } from './speech-cache.entity';
import { SpeechCacheRepository } from './speech-cache.repository';
import { SpeechServers } from './speech-servers';
import { SpeechService } from './speech.service';
import { VoicesController } from './voices.controller';
import { VoicesService } from './voices.service';

registerFeature(
  'speech',
  ({ speech }) => speech.elevenlabs.api_key !== null || speech.openai.base_url !== null,
);

/** Speech: lists the voices of configured providers, and speaks texts with them. */
@Module({
  imports: [DatabaseModule.forFeature([SpeechCacheEntity]), MediaModule],
  controllers: [VoicesController],
  providers: [
    ElevenLabsGateway,
    OpenAiSpeechGateway,
    SpeechCacheRepository,
    SpeechHttpGateway,
    SpeechServers,
    VoicesService,
    { provide: SpeechSynthesizer, useClass: SpeechService },
  ],
  exports: [SpeechSynthesizer],
})
export class SpeechModule {}
