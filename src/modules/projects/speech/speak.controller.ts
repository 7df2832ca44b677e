import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { AnyCaller, CurrentCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import { type Once, OncePerKey, Repeatable } from '../../../platform/http/once-per-key.decorator';
import { Fails } from '../../../platform/openapi/fails.decorator';
import type { Plain } from '../../../platform/plain';
import { MediaRecord } from '../../media/public/media-lists';
import { SpeakDto } from './dto/speak.request';
import { SpeakService } from './speak.service';

/** Texts that voices speak. */
@ApiTags('speech')
@Controller('api/voices')
@AnyCaller()
export class SpeakController {
  constructor(private readonly speech: SpeakService) {}

  @Post('speak')
  @HttpCode(201)
  @Repeatable()
  @Fails(404, 502, 503, 507)
  @ApiOperation({
    operationId: 'speak',
    summary: 'Speak a text',
    description:
      'Answers the recording, which is yours. The same text with the same voice, settings and model is spoken, and paid for, once.',
  })
  @ApiBody({
    type: SpeakDto,
    examples: {
      voice: {
        summary: 'With a voice of ElevenLabs',
        value: { text: 'The tide is early tonight.', voice_id: 'mara' },
      },
    },
  })
  @ApiCreatedResponse({ type: MediaRecord })
  @ApiOkResponse({ type: MediaRecord, description: 'You had it spoken before: its record.' })
  async speak(
    @CurrentCaller() caller: Caller,
    @Body() body: SpeakDto,
    @OncePerKey() once: Once,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Plain<MediaRecord>> {
    // If the answer was not stored, a repeat finds the recording in the cache.
    const { record, isNew } = await once(body, () => this.speech.speak(caller, body));
    if (!isNew) response.status(200);
    return record;
  }
}
