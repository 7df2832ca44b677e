import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
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
  @Fails(404, 503)
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
  @Fails(503)
  @ApiOperation({
    operationId: 'listModels',
    summary: 'The files of one folder of the nodes',
    description:
      'Files with this name on any node, with what is known about each. Another kind of file has another folder.',
  })
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
  @ApiBody({
    type: ModelPatchDto,
    examples: {
      title: {
        summary: 'What people read',
        value: {
          name: 'wan2.2_t2v_lightx2v_4steps_lora_v1.1_high_noise.safetensors',
          title: 'LightX2V, four steps (high noise)',
        },
      },
    },
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
