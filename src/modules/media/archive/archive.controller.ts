import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { AnyCaller, CurrentCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import { TurnForReading } from '../../../platform/http/body.interceptor';
import { Fails } from '../../../platform/openapi/fails.decorator';
import { ArchiveDto } from './dto/archive.dto';
import { MediaArchiveService } from './media-archive.service';

@ApiTags('media')
@Controller('api/media')
@AnyCaller()
export class ArchiveController {
  constructor(private readonly archives: MediaArchiveService) {}

  @Post('archive')
  @HttpCode(200)
  @TurnForReading()
  @Fails(404, 429)
  @ApiOperation({
    operationId: 'archiveMedia',
    summary: 'Download up to 1,000 media as one ZIP',
    description:
      'Streamed while it is packed, without compression. `manifest.json` at its end holds the record of each: prompt, seed, workflow, models, LoRAs, SHA-256. A file that vanished meanwhile is in the manifest with `missing: true`. Two at a time per caller; eight more wait.',
  })
  @ApiBody({
    type: ArchiveDto,
    examples: {
      some: { summary: 'Some media', value: { paths: ['kitchen.png'] } },
    },
  })
  @ApiProduces('application/zip')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  archive(
    @CurrentCaller() caller: Caller,
    @Body() { paths }: ArchiveDto,
    @Res() response: Response,
  ): Promise<void> {
    return this.archives.send(caller, paths, response);
  }
}
