import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { AnyCaller, CurrentCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import { IdempotencyKey, Repeatable } from '../../../platform/http/idempotency-key.decorator';
import { Fails } from '../../../platform/openapi/fails.decorator';
import { GENERATE_EXAMPLES, REGENERATE_EXAMPLES } from '../dto/generation.examples';
import {
  GenerateDto,
  GenerationParams,
  GenerationsQuery,
  RegenerateDto,
} from '../dto/generation.request';
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
  ) {}

  @Post('generate')
  @ApiOperation({
    operationId: 'generateShots',
    summary: 'Make pictures, clips or speech of many shots',
    description:
      'Plans every take first: either all are accepted or nothing is stored. Linked shots are made one after another, the others side by side; a take that fails stops only those that are made from it. Locked shots are passed over.',
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
    @IdempotencyKey() key: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<GenerationRecord | GenerationPlan> {
    if (generate.dry_run !== true) return this.creation.create(caller, id, { generate }, key);
    response.status(200);
    return this.creation.dryRun(caller, id, { generate });
  }

  @Post('regenerate')
  @ApiOperation({
    operationId: 'regenerateShots',
    summary: 'Make again what is selected and no longer right',
    description:
      'What is stale or rejected, of all kinds, and the clips that are made from it, with the fields of the takes before. Approved takes and locked shots stay.',
  })
  @ApiBody({ type: RegenerateDto, required: false, examples: REGENERATE_EXAMPLES })
  @ApiCreatedResponse({ type: GenerationResponse })
  @ApiOkResponse({ type: GenerationPlanResponse, description: DRY })
  @Fails(409, 429, 503, 507)
  @Repeatable()
  regenerate(
    @CurrentCaller() caller: Caller,
    @Param() { project_id: id }: ProjectParams,
    @Body() again: RegenerateDto,
    @IdempotencyKey() key: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<GenerationRecord | GenerationPlan> {
    if (again.dry_run !== true) return this.creation.create(caller, id, { again }, key);
    response.status(200);
    return this.creation.dryRun(caller, id, { again });
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
    @Query() query: GenerationsQuery,
  ): Promise<GenerationPage> {
    return this.generations.page(caller, id, query);
  }

  @Get('generations/:generation_id')
  @ApiOperation({
    operationId: 'getGeneration',
    summary: 'How far a bulk call is, with its takes',
    description:
      'The takes in the order of their plan, each with its job, its result or why it has none.',
  })
  @ApiOkResponse({ type: GenerationResponse })
  get(
    @CurrentCaller() caller: Caller,
    @Param() { project_id: id, generation_id }: GenerationParams,
  ): Promise<GenerationRecord> {
    return this.generations.get(caller, id, generation_id);
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
