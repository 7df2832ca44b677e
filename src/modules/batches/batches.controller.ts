import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { AnyCaller, CurrentCaller } from '../../platform/access/access.decorators';
import type { Caller } from '../../platform/access/caller';
import { EventWait } from '../../platform/events/event-wait';
import { holdOf, NOT_WAITED, WaitQuery } from '../../platform/http/held-answers';
import { type Once, OncePerKey, Repeatable } from '../../platform/http/once-per-key.decorator';
import { PageQuery } from '../../platform/http/paging';
import { Fails } from '../../platform/openapi/fails.decorator';
import { BatchCreationService } from './admission/batch-creation.service';
import { BatchChildrenService } from './batch-children.service';
import { BatchesService } from './batches.service';
import { ContactSheetService } from './contact-sheet.service';
import { BATCH_EXAMPLES } from './dto/batch.examples';
import { BatchDto, BatchesQuery, BatchParams, ContactSheetQuery } from './dto/batch.request';
import {
  type BatchPage,
  BatchPageResponse,
  type BatchPlan,
  BatchPlanResponse,
  type BatchRecord,
  BatchResponse,
  type ChildPage,
  ChildPageResponse,
} from './dto/batch.response';

/** Many runs from one request. */
@ApiTags('batches')
@Controller('api/batches')
@AnyCaller()
export class BatchesController {
  constructor(
    private readonly creation: BatchCreationService,
    private readonly batches: BatchesService,
    private readonly children: BatchChildrenService,
    private readonly sheets: ContactSheetService,
    private readonly waits: EventWait,
  ) {}

  @Post()
  @ApiOperation({
    operationId: 'createBatch',
    summary: 'Queue many runs of one request, with values that differ',
    description:
      'Checks every run first: either all are accepted or nothing is stored. The service then keeps a few jobs of the batch in the queue, below the cap of the key, until all have ended. A run that fails does not fail the batch.',
  })
  @ApiBody({ type: BatchDto, examples: BATCH_EXAMPLES })
  @ApiCreatedResponse({ type: BatchResponse })
  @ApiOkResponse({ type: BatchPlanResponse, description: 'With `dry_run`.' })
  @Fails(404, 409, 429, 503, 507)
  @Repeatable()
  create(
    @CurrentCaller() caller: Caller,
    @Body() body: BatchDto,
    @OncePerKey() once: Once,
    @Res({ passthrough: true }) response: Response,
  ): Promise<BatchRecord | BatchPlan> {
    if (body.dry_run !== true)
      return once(
        body,
        () => this.creation.create(caller, body),
        (id) => this.batches.get(caller, id),
      );
    response.status(200);
    return this.creation.dryRun(caller, body);
  }

  @Get()
  @ApiOperation({
    operationId: 'listBatches',
    summary: 'List your batches, newest first',
    description: 'With the counts of their jobs; admins see the batches of others with `owner`.',
  })
  @ApiOkResponse({ type: BatchPageResponse })
  list(@CurrentCaller() caller: Caller, @Query() query: BatchesQuery): Promise<BatchPage> {
    return this.batches.page(caller, query);
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'getBatch',
    summary: 'How far a batch is',
    description:
      'Counts of its runs by status; the runs themselves are at `GET /api/batches/{id}/children`. `wait` delays the answer until the batch ends.',
  })
  @Fails(409)
  @ApiOkResponse({ type: BatchResponse, headers: NOT_WAITED })
  get(
    @CurrentCaller() caller: Caller,
    @Param() { id }: BatchParams,
    @Query() { wait }: WaitQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<BatchRecord> {
    return this.waits.read(caller, holdOf(response, wait), { kind: 'batch', id }, () =>
      this.batches.get(caller, id),
    );
  }

  @Get(':id/children')
  @ApiOperation({
    operationId: 'listBatchChildren',
    summary: 'The runs of a batch, in order',
    description: 'In the order of the request, each with the values of its axes and its job.',
  })
  @ApiOkResponse({ type: ChildPageResponse })
  runs(
    @CurrentCaller() caller: Caller,
    @Param() { id }: BatchParams,
    @Query() query: PageQuery,
  ): Promise<ChildPage> {
    return this.children.page(caller, id, query);
  }

  @Get(':id/contact-sheet')
  @Fails(503)
  @ApiOperation({
    operationId: 'getBatchContactSheet',
    summary: 'The results of a batch side by side',
    description: '64 runs a page, each with its values; runs without a picture show their status.',
  })
  @ApiProduces('image/webp')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async contactSheet(
    @CurrentCaller() caller: Caller,
    @Param() { id }: BatchParams,
    @Query() { page = 1 }: ContactSheetQuery,
    @Res() response: Response,
  ): Promise<void> {
    const sheet = await this.sheets.draw(caller, id, page);
    response.set({ 'Content-Type': 'image/webp', 'Cache-Control': 'no-store' }).send(sheet);
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @Fails(409)
  @ApiOperation({
    operationId: 'cancelBatch',
    summary: 'Cancel a batch and its unfinished jobs',
    description: 'No further run becomes a job from here on.',
  })
  @ApiOkResponse({ type: BatchResponse })
  cancel(@CurrentCaller() caller: Caller, @Param() { id }: BatchParams): Promise<BatchRecord> {
    return this.batches.cancel(caller, id);
  }
}
