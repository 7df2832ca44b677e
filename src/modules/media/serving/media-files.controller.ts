import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { AnyCaller, CurrentCaller } from '../../../platform/access/access.decorators';
import { Fails } from '../../../platform/openapi/fails.decorator';
import { ServesFile } from '../../../platform/openapi/serves-file.decorator';
import type { Caller } from '../../../platform/access/caller';
import { FileQuery, MediaParams } from '../dto/media-query.dto';
import { MediaServingService } from './media-serving.service';
import { sendContent } from '../../../platform/http/content/send-content';

@ApiTags('media')
@Controller('media')
@AnyCaller()
export class MediaFilesController {
  constructor(private readonly serving: MediaServingService) {}

  @Get(':path')
  @Fails(503)
  @ApiOperation({
    operationId: 'getMediaFile',
    summary: 'Fetch a media file or its thumbnail',
    description:
      'The content of a path never changes: cache it for as long as you like. A thumbnail that has to be rendered first waits for its turn among yours.',
  })
  @ServesFile('image/*', 'video/*', 'audio/*', 'application/*', 'model/*', 'text/*')
  async file(
    @CurrentCaller() caller: Caller,
    @Param() { path }: MediaParams,
    @Query() query: FileQuery,
    @Res() response: Response,
  ): Promise<void> {
    return sendContent(await this.serving.find(caller, path, query), response);
  }
}
