import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { AnyCaller, CurrentCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import { sendContent } from '../../../platform/http/content/send-content';
import { Fails } from '../../../platform/openapi/fails.decorator';
import { ItemFileQuery, ItemParams } from '../dto/dataset.request';
import { ItemPicturesService } from './item-pictures.service';

const BYTES = { type: 'string', format: 'binary' };

/** The files of datasets. */
@ApiTags('lora-training')
@Controller('api/lora-training/datasets')
@AnyCaller()
export class ItemPicturesController {
  constructor(private readonly pictures: ItemPicturesService) {}

  @Get(':id/items/:name/file')
  @Fails(416, 503)
  @ApiOperation({
    operationId: 'getDatasetItemFile',
    summary: 'Fetch a picture of a dataset or its thumbnail',
    description:
      'The slash in the name of a picture in a subfolder is sent as `%2F`. A thumbnail is a WebP.',
  })
  @ApiProduces('image/*')
  @ApiOkResponse({ schema: BYTES })
  @ApiResponse({ status: 206, description: 'The range that was asked for.', schema: BYTES })
  @ApiResponse({ status: 304, description: 'The client has it already (If-None-Match).' })
  async file(
    @CurrentCaller() caller: Caller,
    @Param() item: ItemParams,
    @Query() query: ItemFileQuery,
    @Res() response: Response,
  ): Promise<void> {
    return sendContent(await this.pictures.find(caller, item, query), response);
  }
}
