import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { AnyCaller, CurrentCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import { EventWait } from '../../../platform/events/event-wait';
import { sendOnce } from '../../../platform/http/content/ready-answers';
import { holdOf, NOT_WAITED, WaitQuery } from '../../../platform/http/held-answers';
import { type Once, OncePerKey, Repeatable } from '../../../platform/http/once-per-key.decorator';
import { Fails } from '../../../platform/openapi/fails.decorator';
import { NotModified } from '../../../platform/openapi/not-modified.decorator';
import { RunParams, RunsQuery } from '../dto/run.request';
import {
  type RunPage,
  RunPageResponse,
  type RunRecord,
  RunResponse,
  type StartedRun,
  StartedRunResponse,
  type TrainingPlan,
  TrainingPlanResponse,
} from '../dto/run.response';
import { StartTrainingDto } from '../dto/training.request';
import { RunPlanningService } from './run-planning.service';
import { RunStartService } from './run-start.service';
import { TrainingRunsService } from './training-runs.service';

const START_EXAMPLES = {
  defaults: {
    summary: 'With the settings of the default template',
    value: { job_name: 'mara_v1', trigger_word: 'mara_tok', dataset: 'mara' },
  },
};

/** Routes that start, list and follow training runs. */
@ApiTags('lora-training')
@Controller('api/lora-training')
@AnyCaller()
export class TrainingRunsController {
  constructor(
    private readonly starts: RunStartService,
    private readonly planning: RunPlanningService,
    private readonly runs: TrainingRunsService,
    private readonly waits: EventWait,
  ) {}

  @Post('start')
  @HttpCode(200)
  @Fails(404, 409, 429, 503, 507)
  @ApiOperation({
    operationId: 'startTraining',
    summary: 'Train a LoRA',
    description:
      'Builds the config, creates the job on the training toolkit and queues it. `ok: false` with `error` means that nothing was started and the name is free. Follow the run at `GET /api/lora-training/jobs/{job_name}`.',
  })
  @ApiBody({ type: StartTrainingDto, examples: START_EXAMPLES })
  @ApiOkResponse({ type: StartedRunResponse })
  @Repeatable()
  start(
    @CurrentCaller() caller: Caller,
    @Body() body: StartTrainingDto,
    @OncePerKey() once: Once,
  ): Promise<StartedRun> {
    return this.starts.start(caller, body, once);
  }

  @Post('plan')
  @HttpCode(200)
  @Fails(404, 503)
  @ApiOperation({
    operationId: 'planTraining',
    summary: 'What a training run would be, without starting it',
    description: 'The same checks as a start, and warnings about the dataset and the settings.',
  })
  @ApiBody({ type: StartTrainingDto, examples: START_EXAMPLES })
  @ApiOkResponse({ type: TrainingPlanResponse })
  plan(@CurrentCaller() caller: Caller, @Body() body: StartTrainingDto): Promise<TrainingPlan> {
    return this.planning.plan(caller, body);
  }

  @Get('jobs')
  @ApiOperation({
    operationId: 'listTrainingRuns',
    summary: 'List your training runs, newest first',
    description: 'Kept after the toolkit has forgotten them.',
  })
  @ApiOkResponse({ type: RunPageResponse })
  list(@CurrentCaller() caller: Caller, @Query() query: RunsQuery): Promise<RunPage> {
    return this.runs.page(caller, query);
  }

  @Get('jobs/:job_name')
  @ApiOperation({
    operationId: 'getTrainingRun',
    summary: 'How far a training run is',
    description:
      'With its loss curve. `stalled` says what to do when it makes no progress. `wait` delays the answer until the run ends. Send `If-None-Match`: between two steps nothing changes.',
  })
  @Fails(409)
  @ApiOkResponse({ type: RunResponse, headers: NOT_WAITED })
  @NotModified()
  get(
    @CurrentCaller() caller: Caller,
    @Param() { job_name }: RunParams,
    @Query() { wait }: WaitQuery,
    @Res() response: Response,
  ): Promise<void> {
    const news = { kind: 'run', id: job_name, idName: 'job_name' } as const;
    const record = this.waits.read(caller, holdOf(response, wait), news, () =>
      this.runs.get(caller, job_name),
    );
    return sendOnce(response, record);
  }

  @Post('jobs/:job_name/stop')
  @HttpCode(200)
  @Fails(409)
  @ApiOperation({
    operationId: 'stopTrainingRun',
    summary: 'Stop a training run',
    description:
      'Checkpoints saved so far stay. While the toolkit is away the run is `stopping`, and it is stopped when the toolkit answers.',
  })
  @ApiOkResponse({ type: RunResponse })
  stop(@CurrentCaller() caller: Caller, @Param() { job_name }: RunParams): Promise<RunRecord> {
    return this.runs.stop(caller, job_name);
  }
}
