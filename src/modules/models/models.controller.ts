import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AdminOnly, AnyCaller, CurrentCaller } from '../../platform/access/access.decorators';
import type { Caller } from '../../platform/access/caller';
import { Fails } from '../../platform/openapi/fails.decorator';
import { ModelFolderParams, ModelPatchDto, ModelsQuery } from './dto/model.request';
import {
  type ModelPage,
  ModelPageResponse,
  type ModelRecord,
  ModelResponse,
} from './dto/model.response';
import { ModelsService } from './models.service';

/** The model files of the nodes. */
@ApiTags('models')
@Controller('api')
@AnyCaller()
export class ModelsController {
  constructor(private readonly models: ModelsService) {}

  @Get('loras')
  @Fails(404)
  @ApiOperation({
    operationId: 'listLoras',
    summary: 'The LoRAs of the nodes that are online, by name',
    description: "Titles, triggers and base models come from the files' own headers.",
  })
  @ApiOkResponse({ type: ModelPageResponse })
  loras(@CurrentCaller() caller: Caller, @Query() query: ModelsQuery): Promise<ModelPage> {
    return this.models.page(caller, 'loras', query);
  }

  @Get('models/:folder')
  @ApiOperation({ operationId: 'listModels', summary: 'The files of one folder of the nodes' })
  @ApiOkResponse({ type: ModelPageResponse })
  list(
    @CurrentCaller() caller: Caller,
    @Param() { folder }: ModelFolderParams,
    @Query() query: ModelsQuery,
  ): Promise<ModelPage> {
    return this.models.page(caller, folder, query);
  }

  @Patch('models/:folder')
  @AdminOnly()
  @ApiOperation({
    operationId: 'updateModel',
    summary: 'Say what a model file is',
    description: 'Counts more than what the file says; null goes back to that.',
  })
  @ApiOkResponse({ type: ModelResponse })
  update(
    @CurrentCaller() caller: Caller,
    @Param() { folder }: ModelFolderParams,
    @Body() body: ModelPatchDto,
  ): Promise<ModelRecord> {
    return this.models.update(caller, folder, body);
  }
}
