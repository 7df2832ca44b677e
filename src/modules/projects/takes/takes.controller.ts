import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { AnyCaller, CurrentCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import { clientGone } from '../../../platform/http/client-gone';
import { type Once, OncePerKey, Repeatable } from '../../../platform/http/once-per-key.decorator';
import { Fails } from '../../../platform/openapi/fails.decorator';
import { ImageTakeDto, VideoTakeDto } from '../../generation/public/take-bodies';
import { ShotParams } from '../dto/shot.request';
import { IMAGE_TAKE_EXAMPLES, VIDEO_TAKE_EXAMPLES } from '../dto/take.examples';
import { TakeParams, TakePatchDto, TakesQuery } from '../dto/take.request';
import {
  type TakePage,
  TakePageResponse,
  type TakePlan,
  TakePlanResponse,
  type TakeRecord,
  TakeResponse,
} from '../dto/take.response';
import { SpeechTakesService } from '../generate/speech-takes.service';
import { ShotTakesService } from './shot-takes.service';
import { TakesService } from './takes.service';

const DRY = 'With `submit: false`: what the take would be. Nothing is stored.';

/** The takes of a shot. */
@ApiTags('projects')
@Controller('api/projects/:project_id/scenes/:scene_id/shots/:shot_id')
@AnyCaller()
export class TakesController {
  constructor(
    private readonly making: ShotTakesService,
    private readonly speaking: SpeechTakesService,
    private readonly takes: TakesService,
  ) {}

  @Post('image')
  @ApiOperation({
    operationId: 'makeImageTake',
    summary: 'Make a picture of a shot',
    description:
      'A generate body. What it leaves out follows from the shot: the prompt, the cast (of the shot, else the scene, else the project) and a size of the aspect ratio on the grid of the workflow. The take becomes the selected picture when it completes, unless the selected one is approved, you have selected another one since, or the shot is locked.',
  })
  @ApiBody({ type: ImageTakeDto, examples: IMAGE_TAKE_EXAMPLES })
  @ApiCreatedResponse({ type: TakeResponse })
  @ApiOkResponse({ type: TakePlanResponse, description: DRY })
  @Fails(409, 429, 507)
  @Repeatable()
  image(
    @CurrentCaller() caller: Caller,
    @Param() path: ShotParams,
    @Body() fields: Record<string, unknown>,
    @OncePerKey() once: Once,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TakeRecord | TakePlan> {
    return this.make(caller, path, { kind: 'image', fields }, once, response);
  }

  @Post('video')
  @ApiOperation({
    operationId: 'makeVideoTake',
    summary: 'Make a clip of a shot',
    description:
      'As an image take. Besides, the clip starts where `start_from` says, else at the selected picture, ends at `end_image`, and is as long as the shot on the grid of the workflow. A workflow that can’t take what the shot asks for is refused; `references` of the take names what it didn’t use.',
  })
  @ApiBody({ type: VideoTakeDto, examples: VIDEO_TAKE_EXAMPLES })
  @ApiCreatedResponse({ type: TakeResponse })
  @ApiOkResponse({ type: TakePlanResponse, description: DRY })
  @Fails(409, 429, 503, 507)
  @Repeatable()
  video(
    @CurrentCaller() caller: Caller,
    @Param() path: ShotParams,
    @Body() fields: Record<string, unknown>,
    @OncePerKey() once: Once,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TakeRecord | TakePlan> {
    return this.make(caller, path, { kind: 'video', fields }, once, response);
  }

  @Post('speech')
  @ApiOperation({
    operationId: 'makeSpeechTake',
    summary: 'Speak the lines of a shot',
    description:
      'Each line with the voice of its speaker, joined with the silences after them. The take is a generation of its own, which can be cancelled.',
  })
  @ApiCreatedResponse({ type: TakeResponse })
  @Fails(409, 429, 503, 507)
  @Repeatable()
  speech(
    @CurrentCaller() caller: Caller,
    @Param() path: ShotParams,
    @OncePerKey() once: Once,
  ): Promise<TakeRecord> {
    return once(
      null,
      () => this.speaking.make(caller, path),
      (generation) => this.speaking.made(caller, path, generation),
    );
  }

  @Get('takes')
  @ApiOperation({
    operationId: 'listTakes',
    summary: 'List the takes of a shot, newest first',
    description: 'Of all kinds and in all states; each says whether it is selected and stale.',
  })
  @ApiOkResponse({ type: TakePageResponse })
  list(
    @CurrentCaller() caller: Caller,
    @Param() path: ShotParams,
    @Query() query: TakesQuery,
  ): Promise<TakePage> {
    return this.takes.page(caller, path, query);
  }

  @Get('takes/:take_id')
  @ApiOperation({
    operationId: 'getTake',
    summary: 'A take of a shot',
    description: 'With what it was made from and what has changed since.',
  })
  @ApiOkResponse({ type: TakeResponse })
  get(@CurrentCaller() caller: Caller, @Param() path: TakeParams): Promise<TakeRecord> {
    return this.takes.get(caller, path);
  }

  @Patch('takes/:take_id')
  @ApiOperation({
    operationId: 'judgeTake',
    summary: 'Approve or reject a take',
    description: 'Only completed takes; the take of a locked shot, too.',
  })
  @ApiBody({
    type: TakePatchDto,
    examples: {
      approve: { summary: 'Keep it', value: { verdict: 'approved' } },
      reject: { summary: 'Make it again', value: { verdict: 'rejected', reason: 'No lamp.' } },
    },
  })
  @ApiOkResponse({ type: TakeResponse })
  @Fails(409)
  judge(
    @CurrentCaller() caller: Caller,
    @Param() path: TakeParams,
    @Body() patch: TakePatchDto,
  ): Promise<TakeRecord> {
    return this.takes.judge(caller, path, patch);
  }

  @Post('takes/:take_id/select')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'selectTake',
    summary: 'Select a take for its shot',
    description: 'Its media becomes `image`, `video` or `speech` of the shot.',
  })
  @ApiOkResponse({ type: TakeResponse })
  @Fails(409)
  select(@CurrentCaller() caller: Caller, @Param() path: TakeParams): Promise<TakeRecord> {
    return this.takes.select(caller, path);
  }

  private make(
    caller: Caller,
    path: ShotParams,
    requested: Parameters<ShotTakesService['plan']>[2],
    once: Once,
    response: Response,
  ): Promise<TakeRecord | TakePlan> {
    if (requested.fields['submit'] !== false)
      return once(
        requested.fields,
        () => this.making.make(caller, path, requested, clientGone(response)),
        (promptId) => this.takes.ofJob(caller, path, promptId),
      );
    response.status(200);
    return this.making.plan(caller, path, requested);
  }
}
