import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { AnyCaller, CurrentCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import { sendContent } from '../../../platform/http/content/send-content';
import { Fails } from '../../../platform/openapi/fails.decorator';
import { ServesFile } from '../../../platform/openapi/serves-file.decorator';
import { ItemFileQuery, ItemParams } from '../dto/dataset.request';
import { ItemPicturesService } from './item-pictures.service';

/** The files of datasets. */
@ApiTags('lora-training')
@Controller('api/lora-training/datasets')
@AnyCaller()
export class ItemPicturesController {
  constructor(private readonly pictures: ItemPicturesService) {}

  @Get(':id/items/:name/file')
  @Fails(503)
  @ApiOperation({
    operationId: 'getDatasetItemFile',
    summary: 'Fetch a picture of a dataset or its thumbnail',
    description: 'Send a slash in `name` (a picture in a subfolder) as `%2F`. Thumbnails are WebP.',
  })
  @ServesFile('image/*')
  async file(
    @CurrentCaller() caller: Caller,
    @Param() item: ItemParams,
    @Query() query: ItemFileQuery,
    @Res() response: Response,
  ): Promise<void> {
    return sendContent(await this.pictures.find(caller, item, query), response);
  }
}
