import {
  Body,
  Controller,
  Delete,
  Get,
  Header,
  HttpCode,
  Param,
  Post,
  Query,
  Res,
} from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { AnyCaller, CurrentCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import { clientGone } from '../../../platform/http/client-gone';
import { EventWait } from '../../../platform/events/event-wait';
import { holdOf, NOT_WAITED, WaitQuery } from '../../../platform/http/held-answers';
import { type Once, OncePerKey, Repeatable } from '../../../platform/http/once-per-key.decorator';
import { PageQuery } from '../../../platform/http/paging';
import { Fails } from '../../../platform/openapi/fails.decorator';
import type { Plain } from '../../../platform/plain';
import { ProjectParams } from '../dto/project.request';
import { RenderDto, RenderParams } from '../dto/render.request';
import {
  DeletedRenderResponse,
  type RenderPage,
  RenderPageResponse,
  type RenderPlan,
  RenderPlanResponse,
  type RenderRecord,
  RenderResponse,
} from '../dto/render.response';
import { RenderRequestsService } from './render-requests.service';
import { RendersService } from './renders.service';

const RENDER_EXAMPLES = {
  soft: {
    summary: 'With captions that players can switch on',
    value: { resolution: '1080p', fps: 24, subtitles: 'soft', transition: 0.5, zoom: 'in' },
  },
  check: { summary: 'Check the project first', value: { subtitles: 'burned', dry_run: true } },
};

/** Final renders of projects. */
@ApiTags('projects')
@Controller('api/projects/:project_id/renders')
@AnyCaller()
export class RendersController {
  constructor(
    private readonly requests: RenderRequestsService,
    private readonly renders: RendersService,
    private readonly waits: EventWait,
  ) {}

  @Post()
  @ApiOperation({
    operationId: 'createRender',
    summary: "Make a film of the project's selected media",
    description:
      'Checks the project first. Later changes to the project don’t affect the render. It is made in the background, one render at a time, and continues after a restart. The finished film is a video of the library that you own.',
  })
  @ApiBody({ type: RenderDto, examples: RENDER_EXAMPLES })
  @ApiCreatedResponse({ type: RenderResponse })
  @ApiOkResponse({ type: RenderPlanResponse, description: 'With `dry_run`.' })
  @Fails(409, 429, 507)
  @Repeatable()
  create(
    @CurrentCaller() caller: Caller,
    @Param() { project_id: projectId }: ProjectParams,
    @Body() body: RenderDto,
    @OncePerKey() once: Once,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RenderRecord | RenderPlan> {
    const request = { caller, projectId, body, signal: clientGone(response) };
    if (body.dry_run !== true)
      return once(
        body,
        () => this.requests.create(request),
        (render_id) => this.renders.get(caller, { project_id: projectId, render_id }),
      );
    response.status(200);
    return this.requests.dryRun(request);
  }

  @Get()
  @ApiOperation({
    operationId: 'listRenders',
    summary: 'The renders of a project, newest first',
    description: 'With how far each is.',
  })
  @ApiOkResponse({ type: RenderPageResponse })
  list(
    @CurrentCaller() caller: Caller,
    @Param() { project_id }: ProjectParams,
    @Query() query: PageQuery,
  ): Promise<RenderPage> {
    return this.renders.page(caller, project_id, query);
  }

  @Get(':render_id')
  @ApiOperation({
    operationId: 'getRender',
    summary: 'How far a render is',
    description:
      '`path` is the film once it is completed; `error` says why it failed. `wait` delays the answer until the render ends.',
  })
  @Fails(409)
  @ApiOkResponse({ type: RenderResponse, headers: NOT_WAITED })
  get(
    @CurrentCaller() caller: Caller,
    @Param() params: RenderParams,
    @Query() { wait }: WaitQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RenderRecord> {
    return this.waits.read(
      caller,
      holdOf(response, wait),
      { kind: 'render', id: params.render_id },
      () => this.renders.get(caller, params),
    );
  }

  @Get(':render_id/log')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'getRenderLog',
    summary: 'The log of a render',
    description: 'What was made when, and what ffmpeg reported. The last 64 kB.',
  })
  @ApiProduces('text/plain')
  @ApiOkResponse({ schema: { type: 'string' } })
  log(@CurrentCaller() caller: Caller, @Param() params: RenderParams): Promise<string> {
    return this.renders.log(caller, params);
  }

  @Post(':render_id/cancel')
  @HttpCode(200)
  @Fails(409)
  @ApiOperation({
    operationId: 'cancelRender',
    summary: 'Cancel an unfinished render',
    description: 'What it has made so far is deleted.',
  })
  @ApiOkResponse({ type: RenderResponse })
  cancel(@CurrentCaller() caller: Caller, @Param() params: RenderParams): Promise<RenderRecord> {
    return this.renders.cancel(caller, params);
  }

  @Delete(':render_id')
  @ApiOperation({
    operationId: 'deleteRender',
    summary: 'Delete a render',
    description: 'Cancels it if it is unfinished. A finished film stays in the library.',
  })
  @ApiOkResponse({ type: DeletedRenderResponse })
  delete(
    @CurrentCaller() caller: Caller,
    @Param() params: RenderParams,
  ): Promise<Plain<DeletedRenderResponse>> {
    return this.renders.delete(caller, params);
  }
}
