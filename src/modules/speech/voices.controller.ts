import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyCaller } from '../../platform/access/access.decorators';
import { Fails } from '../../platform/openapi/fails.decorator';
import { VoicesQuery } from './dto/voice.request';
import { type VoicePage, VoicePageResponse } from './dto/voice.response';
import { VoicesService } from './voices.service';

/** Voices of the speech providers. */
@ApiTags('speech')
@Controller('api/voices')
@AnyCaller()
export class VoicesController {
  constructor(private readonly voices: VoicesService) {}

  @Get()
  @Fails(503)
  @ApiOperation({
    operationId: 'listVoices',
    summary: 'List the voices that can speak',
    description:
      'Of every speech provider that is set up, by provider and name. Put `provider` and `voice_id` of one into the `voice` of a character or the `narrator_voice` of a project. A provider that does not answer is listed in `unavailable`.',
  })
  @ApiOkResponse({ type: VoicePageResponse })
  list(@Query() query: VoicesQuery): Promise<VoicePage> {
    return this.voices.page(query);
  }
}
