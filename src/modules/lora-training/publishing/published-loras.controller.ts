import { Controller, Delete, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyCaller, CurrentCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import { Fails } from '../../../platform/openapi/fails.decorator';
import {
  PublishedLoraParams,
  PublishedLorasQuery,
  UnpublishQuery,
} from '../dto/publishing.request';
import {
  type ListedLoraPage,
  ListedLoraPageResponse,
  type UnpublishedLora,
  UnpublishedLoraResponse,
} from '../dto/publishing.response';
import { PublishedLorasService } from './published-loras.service';

/** LoRAs that were published from training runs. */
@ApiTags('lora-training')
@Controller('api/lora-training/loras')
@AnyCaller()
export class PublishedLorasController {
  constructor(private readonly loras: PublishedLorasService) {}

  @Get()
  @ApiOperation({
    operationId: 'listPublishedLoras',
    summary: 'List the LoRAs that your runs have published, newest first',
    description: 'All LoRAs of the nodes are at `GET /api/loras`.',
  })
  @ApiOkResponse({ type: ListedLoraPageResponse })
  list(
    @CurrentCaller() caller: Caller,
    @Query() query: PublishedLorasQuery,
  ): Promise<ListedLoraPage> {
    return this.loras.page(caller, query);
  }

  @Delete(':name')
  @Fails(404, 409, 503)
  @ApiOperation({
    operationId: 'unpublishLora',
    summary: 'Remove a published LoRA from the folder of the nodes',
    description:
      'Only files that were published here. A LoRA that a character has, or whose run has not ended, stays unless `force` is sent.',
  })
  @ApiOkResponse({ type: UnpublishedLoraResponse })
  remove(
    @CurrentCaller() caller: Caller,
    @Param() { name }: PublishedLoraParams,
    @Query() query: UnpublishQuery,
  ): Promise<UnpublishedLora> {
    return this.loras.remove(caller, name, query);
  }
}
