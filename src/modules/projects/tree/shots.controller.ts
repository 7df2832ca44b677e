import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Put,
  Query,
} from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyCaller, CurrentCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import { PageQuery } from '../../../platform/http/paging';
import { type Once, OncePerKey, Repeatable } from '../../../platform/http/once-per-key.decorator';
import { Fails } from '../../../platform/openapi/fails.decorator';
import type { Plain } from '../../../platform/plain';
import { OrderDto } from '../dto/project.request';
import { SceneParams } from '../dto/scene.request';
import { ShotDto, ShotMoveDto, ShotParams, ShotPatchDto } from '../dto/shot.request';
import {
  DeletedStoryResponse,
  OrderResponse,
  type ShotPage,
  ShotPageResponse,
  type ShotRecord,
  ShotResponse,
} from '../dto/story.response';
import { ShotsService } from './shots.service';
import { StoryDeletionsService } from './story-deletions.service';
import { StoryOrderService } from './story-order.service';

/** Shots of scenes. */
@ApiTags('projects')
@Controller('api/projects/:project_id/scenes/:scene_id/shots')
@AnyCaller()
export class ShotsController {
  constructor(
    private readonly shots: ShotsService,
    private readonly orders: StoryOrderService,
    private readonly deletions: StoryDeletionsService,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listShots',
    summary: 'List the shots of a scene, by number',
    description: 'Each with its status and the media that are selected for it.',
  })
  @ApiOkResponse({ type: ShotPageResponse })
  list(
    @CurrentCaller() caller: Caller,
    @Param() path: SceneParams,
    @Query() query: PageQuery,
  ): Promise<ShotPage> {
    return this.shots.page(caller, path, query);
  }

  @Post()
  @Repeatable()
  @ApiOperation({
    operationId: 'createShot',
    summary: 'Add a shot to a scene',
    description:
      'Behind the last shot, unless `shot_number` says otherwise. `image` and `video` take media of yours instead of takes.',
  })
  @ApiBody({
    type: ShotDto,
    examples: {
      spoken: {
        summary: 'A shot with dialogue',
        value: {
          image_prompt: 'a lantern on a wet pier',
          motion_prompt: 'the flame flickers, slow push in',
          camera: 'close-up, 50 mm',
          dialogue: 'Who lit it?',
          speaker: 'narrator',
          timing: 'fit_dialogue',
        },
      },
      linked: {
        summary: 'A shot that continues where the last one ended',
        value: { image_prompt: 'the pier', start_from: 'previous_last_frame', duration_seconds: 4 },
      },
    },
  })
  @ApiCreatedResponse({ type: ShotResponse })
  create(
    @CurrentCaller() caller: Caller,
    @Param() { project_id, scene_id }: SceneParams,
    @Body() body: ShotDto,
    @OncePerKey() once: Once,
  ): Promise<ShotRecord> {
    return once(
      body,
      () => this.shots.create(caller, { project_id, scene_id }, body),
      (shot_id) => this.shots.get(caller, { project_id, scene_id, shot_id }),
    );
  }

  @Put('order')
  @Fails(409)
  @ApiOperation({
    operationId: 'orderShots',
    summary: 'Change the order of the shots of a scene',
    description: 'Numbers all shots of the scene from 1, in the order of `ids`; locked ones, too.',
  })
  @ApiBody({
    type: OrderDto,
    examples: {
      order: {
        summary: 'Two shots',
        value: { ids: ['sht_1qW4eR7tY6uI9oPz', 'sht_6gF3dS0aQ9wE2rTy'] },
      },
    },
  })
  @ApiOkResponse({ type: OrderResponse })
  order(
    @CurrentCaller() caller: Caller,
    @Param() path: SceneParams,
    @Body() { ids }: OrderDto,
  ): Promise<Plain<OrderResponse>> {
    return this.orders.orderShots(caller, path, ids);
  }

  @Get(':shot_id')
  @ApiOperation({
    operationId: 'getShot',
    summary: 'One shot',
    description: 'With its status and the media that are selected for it.',
  })
  @ApiOkResponse({ type: ShotResponse })
  get(@CurrentCaller() caller: Caller, @Param() path: ShotParams): Promise<ShotRecord> {
    return this.shots.get(caller, path);
  }

  @Patch(':shot_id')
  @Fails(409)
  @ApiOperation({
    operationId: 'updateShot',
    summary: 'Change fields of a shot',
    description:
      'Only the sent fields change, each as a whole; null resets one. A locked shot takes `locked` alone.',
  })
  @ApiBody({
    type: ShotPatchDto,
    examples: {
      lines: {
        summary: 'Two speakers',
        value: {
          lines: [
            { speaker: 'narrator', text: 'Nobody answered.', pause_seconds: 1 },
            { speaker: 'narrator', text: 'Nobody ever had.' },
          ],
        },
      },
      lock: { summary: 'Keep it as it is', value: { locked: true } },
      unlock: { summary: 'Change it again', value: { locked: false } },
    },
  })
  @ApiOkResponse({ type: ShotResponse })
  update(
    @CurrentCaller() caller: Caller,
    @Param() path: ShotParams,
    @Body() body: ShotPatchDto,
  ): Promise<ShotRecord> {
    return this.shots.update(caller, path, body);
  }

  @Post(':shot_id/move')
  @HttpCode(200)
  @Fails(409)
  @ApiOperation({
    operationId: 'moveShot',
    summary: 'Move a shot to another scene',
    description:
      'With its takes. The shots of the scene that it comes to are numbered from 1, the others of its former scene keep their numbers. Refused while it is locked, except within its scene.',
  })
  @ApiBody({
    type: ShotMoveDto,
    examples: {
      second: {
        summary: 'As the second shot of a scene',
        value: { scene_id: 'scn_8hT3yU0iOp2lK4jH', position: 2 },
      },
    },
  })
  @ApiOkResponse({ type: ShotResponse })
  move(
    @CurrentCaller() caller: Caller,
    @Param() path: ShotParams,
    @Body() body: ShotMoveDto,
  ): Promise<ShotRecord> {
    return this.shots.move(caller, path, body);
  }

  @Delete(':shot_id')
  @Fails(409)
  @ApiOperation({
    operationId: 'deleteShot',
    summary: 'Delete a shot with its takes',
    description:
      'The other shots keep their numbers. Unfinished jobs of its takes are cancelled; media stay. Refused while it is locked.',
  })
  @ApiOkResponse({ type: DeletedStoryResponse })
  remove(
    @CurrentCaller() caller: Caller,
    @Param() path: ShotParams,
  ): Promise<Plain<DeletedStoryResponse>> {
    return this.deletions.shot(caller, path);
  }
}
