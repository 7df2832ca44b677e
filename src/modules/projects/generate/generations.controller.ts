import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { AnyCaller, CurrentCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import { EventWait } from '../../../platform/events/event-wait';
import { holdOf, NOT_WAITED, WaitQuery } from '../../../platform/http/held-answers';
import { type Once, OncePerKey, Repeatable } from '../../../platform/http/once-per-key.decorator';
import { PageQuery } from '../../../platform/http/paging';
import { Fails } from '../../../platform/openapi/fails.decorator';
import { GENERATE_EXAMPLES, REGENERATE_EXAMPLES } from '../dto/generation.examples';
import { GenerateDto, GenerationParams, RegenerateDto } from '../dto/generation.request';
import {
  type GenerationPage,
  GenerationPageResponse,
  type GenerationPlan,
  GenerationPlanResponse,
  type GenerationRecord,
  GenerationResponse,
} from '../dto/generation.response';
import { ProjectParams } from '../dto/project.request';
import { GenerationCreationService } from './generation-creation.service';
import { GenerationsService } from './generations.service';

const DRY = 'With `dry_run`.';

/** Takes of many shots from one call. */
@ApiTags('projects')
@Controller('api/projects/:project_id')
@AnyCaller()
export class GenerationsController {
  constructor(
    private readonly creation: GenerationCreationService,
    private readonly generations: GenerationsService,
    private readonly waits: EventWait,
  ) {}

  @Post('generate')
  @ApiOperation({
    operationId: 'generateShots',
    summary: 'Make pictures, clips or speech of many shots',
    description:
      'Plans every take first: either all are accepted or nothing is stored. Linked shots are made one after another, the others in parallel; if a take fails, only those that are made from it are skipped. Locked shots are skipped, too.',
  })
  @ApiBody({ type: GenerateDto, examples: GENERATE_EXAMPLES })
  @ApiCreatedResponse({ type: GenerationResponse })
  @ApiOkResponse({ type: GenerationPlanResponse, description: DRY })
  @Fails(409, 429, 503, 507)
  @Repeatable()
  generate(
    @CurrentCaller() caller: Caller,
    @Param() { project_id: id }: ProjectParams,
    @Body() generate: GenerateDto,
    @OncePerKey() once: Once,
    @Res({ passthrough: true }) response: Response,
  ): Promise<GenerationRecord | GenerationPlan> {
    if (generate.dry_run !== true)
      return once(
        generate,
        () => this.creation.create(caller, id, { generate }),
        (generation) => this.generations.get(caller, id, generation),
      );
    response.status(200);
    return this.creation.dryRun(caller, id, { generate });
  }

  @Post('regenerate')
  @ApiOperation({
    operationId: 'regenerateShots',
    summary: 'Make stale and rejected takes again',
    description:
      'Makes new takes of all kinds where the selected take is stale or rejected, with the same fields, and of the clips that are made from them. Approved takes and locked shots are skipped.',
  })
  @ApiBody({ type: RegenerateDto, required: false, examples: REGENERATE_EXAMPLES })
  @ApiCreatedResponse({ type: GenerationResponse })
  @ApiOkResponse({ type: GenerationPlanResponse, description: DRY })
  @Fails(409, 429, 503, 507)
  @Repeatable()
  regenerate(
    @CurrentCaller() caller: Caller,
    @Param() { project_id: id }: ProjectParams,
    @Body() regenerate: RegenerateDto,
    @OncePerKey() once: Once,
    @Res({ passthrough: true }) response: Response,
  ): Promise<GenerationRecord | GenerationPlan> {
    if (regenerate.dry_run !== true)
      return once(
        regenerate,
        () => this.creation.create(caller, id, { regenerate }),
        (generation) => this.generations.get(caller, id, generation),
      );
    response.status(200);
    return this.creation.dryRun(caller, id, { regenerate });
  }

  @Get('generations')
  @ApiOperation({
    operationId: 'listGenerations',
    summary: 'List the bulk calls of a project, newest first',
    description: 'With the counts of their takes.',
  })
  @ApiOkResponse({ type: GenerationPageResponse })
  list(
    @CurrentCaller() caller: Caller,
    @Param() { project_id: id }: ProjectParams,
    @Query() query: PageQuery,
  ): Promise<GenerationPage> {
    return this.generations.page(caller, id, query);
  }

  @Get('generations/:generation_id')
  @ApiOperation({
    operationId: 'getGeneration',
    summary: 'How far a bulk call is, with its takes',
    description:
      'The takes in the order of their plan, each with its job, its result or why it has none. `wait` delays the answer until all have ended.',
  })
  @Fails(409)
  @ApiOkResponse({ type: GenerationResponse, headers: NOT_WAITED })
  get(
    @CurrentCaller() caller: Caller,
    @Param() { project_id: id, generation_id }: GenerationParams,
    @Query() { wait }: WaitQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<GenerationRecord> {
    return this.waits.read(caller, holdOf(response, wait), { kind: 'project', id }, () =>
      this.generations.get(caller, id, generation_id),
    );
  }

  @Post('generations/:generation_id/cancel')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'cancelGeneration',
    summary: 'Cancel a bulk call and its unfinished takes',
    description: 'No further take begins from here on.',
  })
  @ApiOkResponse({ type: GenerationResponse })
  @Fails(409)
  cancel(
    @CurrentCaller() caller: Caller,
    @Param() { project_id: id, generation_id }: GenerationParams,
  ): Promise<GenerationRecord> {
    return this.generations.cancel(caller, id, generation_id);
  }
}
