import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyCaller, CurrentCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import { PageQuery } from '../../../platform/http/paging';
import { type Once, OncePerKey, Repeatable } from '../../../platform/http/once-per-key.decorator';
import { Fails } from '../../../platform/openapi/fails.decorator';
import type { Plain } from '../../../platform/plain';
import { OrderDto, ProjectParams } from '../dto/project.request';
import { SceneDto, SceneParams, ScenePatchDto } from '../dto/scene.request';
import {
  DeletedStoryResponse,
  OrderResponse,
  type ScenePage,
  ScenePageResponse,
  type SceneRecord,
  SceneResponse,
} from '../dto/story.response';
import { ScenesService } from './scenes.service';
import { StoryDeletionsService } from './story-deletions.service';
import { StoryOrderService } from './story-order.service';

/** Routes of the scenes of a project. */
@ApiTags('projects')
@Controller('api/projects/:project_id/scenes')
@AnyCaller()
export class ScenesController {
  constructor(
    private readonly scenes: ScenesService,
    private readonly orders: StoryOrderService,
    private readonly deletions: StoryDeletionsService,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listScenes',
    summary: 'List the scenes of a project, by number',
    description: 'Without their shots.',
  })
  @ApiOkResponse({ type: ScenePageResponse })
  list(
    @CurrentCaller() caller: Caller,
    @Param() { project_id }: ProjectParams,
    @Query() query: PageQuery,
  ): Promise<ScenePage> {
    return this.scenes.page(caller, project_id, query);
  }

  @Post()
  @Repeatable()
  @ApiOperation({
    operationId: 'createScene',
    summary: 'Add a scene to a project',
    description: '`number_taken` names the next free number.',
  })
  @ApiBody({
    type: SceneDto,
    examples: {
      pier: {
        summary: 'Outside, at night',
        value: {
          scene_number: 1,
          title: 'The pier',
          setting: 'exterior',
          weather: 'rain',
          location: 'a harbour street',
          time_of_day: 'night',
        },
      },
    },
  })
  @ApiCreatedResponse({ type: SceneResponse })
  create(
    @CurrentCaller() caller: Caller,
    @Param() { project_id }: ProjectParams,
    @Body() body: SceneDto,
    @OncePerKey() once: Once,
  ): Promise<SceneRecord> {
    return once(
      body,
      () => this.scenes.create(caller, project_id, body),
      (scene_id) => this.scenes.get(caller, { project_id, scene_id }),
    );
  }

  @Put('order')
  @Fails(409)
  @ApiOperation({
    operationId: 'orderScenes',
    summary: 'Change the order of the scenes',
    description: 'Numbers all scenes of the project from 1, in the order of `ids`.',
  })
  @ApiBody({
    type: OrderDto,
    examples: {
      order: {
        summary: 'Two scenes',
        value: { ids: ['scn_8hT3yU0iOp2lK4jH', 'scn_2mN5bV8cX1zL4kJh'] },
      },
    },
  })
  @ApiOkResponse({ type: OrderResponse })
  order(
    @CurrentCaller() caller: Caller,
    @Param() { project_id }: ProjectParams,
    @Body() { ids }: OrderDto,
  ): Promise<Plain<OrderResponse>> {
    return this.orders.orderScenes(caller, project_id, ids);
  }

  @Get(':scene_id')
  @ApiOperation({
    operationId: 'getScene',
    summary: 'One scene',
    description: 'Without its shots.',
  })
  @ApiOkResponse({ type: SceneResponse })
  get(@CurrentCaller() caller: Caller, @Param() path: SceneParams): Promise<SceneRecord> {
    return this.scenes.get(caller, path);
  }

  @Patch(':scene_id')
  @Fails(409)
  @ApiOperation({
    operationId: 'updateScene',
    summary: 'Change fields of a scene',
    description: 'Only the sent fields change, each as a whole; null resets one.',
  })
  @ApiBody({
    type: ScenePatchDto,
    examples: { weather: { summary: 'Other weather', value: { weather: 'fog' } } },
  })
  @ApiOkResponse({ type: SceneResponse })
  update(
    @CurrentCaller() caller: Caller,
    @Param() path: SceneParams,
    @Body() body: ScenePatchDto,
  ): Promise<SceneRecord> {
    return this.scenes.update(caller, path, body);
  }

  @Delete(':scene_id')
  @Fails(409)
  @ApiOperation({
    operationId: 'deleteScene',
    summary: 'Delete a scene with its shots',
    description:
      'The other scenes keep their numbers. Unfinished jobs of its takes are cancelled; media stay. Refused while one of its shots is locked.',
  })
  @ApiOkResponse({ type: DeletedStoryResponse })
  remove(
    @CurrentCaller() caller: Caller,
    @Param() path: SceneParams,
  ): Promise<Plain<DeletedStoryResponse>> {
    return this.deletions.scene(caller, path);
  }
}
