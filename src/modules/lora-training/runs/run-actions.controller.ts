import { Body, Controller, Delete, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyCaller, CurrentCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import { Fails } from '../../../platform/openapi/fails.decorator';
import { ContinueTrainingDto, DeleteRunQuery, RunParams } from '../dto/run.request';
import {
  type DeletedRun,
  DeletedRunResponse,
  type RunRecord,
  RunResponse,
} from '../dto/run.response';
import { RunActionsService } from './run-actions.service';
import { RunDeletionService } from './run-deletion.service';

/** What training runs are made to do. */
@ApiTags('lora-training')
@Controller('api/lora-training/jobs/:job_name')
@AnyCaller()
export class RunActionsController {
  constructor(
    private readonly actions: RunActionsService,
    private readonly deletion: RunDeletionService,
  ) {}

  @Delete()
  @Fails(409, 503)
  @ApiOperation({
    operationId: 'deleteTrainingRun',
    summary: 'Delete a training run that has ended',
    description:
      'With its config and its kept checkpoints and samples. Published LoRAs stay, and so do its job and its folder in the training toolkit.',
  })
  @ApiOkResponse({ type: DeletedRunResponse })
  remove(
    @CurrentCaller() caller: Caller,
    @Param() { job_name }: RunParams,
    @Query() query: DeleteRunQuery,
  ): Promise<DeletedRun> {
    return this.deletion.delete(caller, job_name, query);
  }

  @Post('continue')
  @HttpCode(200)
  @Fails(409, 429, 503, 507)
  @ApiOperation({
    operationId: 'continueTrainingRun',
    summary: 'Continue a training run that has ended, from its last checkpoint',
    description:
      'Its checkpoints are copied first. A trainer that begins again at step 0 instead is stopped, the checkpoints are restored, and the run is `failed` with `resume_lost`.',
  })
  @ApiBody({
    type: ContinueTrainingDto,
    examples: { further: { summary: 'Up to 3,000 steps in all', value: { steps: 3000 } } },
  })
  @ApiOkResponse({ type: RunResponse })
  continue(
    @CurrentCaller() caller: Caller,
    @Param() { job_name }: RunParams,
    @Body() { steps }: ContinueTrainingDto,
  ): Promise<RunRecord> {
    return this.actions.continue(caller, job_name, steps);
  }

  @Post('sample')
  @HttpCode(200)
  @Fails(409, 503)
  @ApiOperation({
    operationId: 'sampleTrainingRun',
    summary: 'Make the sample pictures of a running training run now',
    description: 'The trainer makes them at the end of its step.',
  })
  @ApiOkResponse({ type: RunResponse })
  sample(@CurrentCaller() caller: Caller, @Param() { job_name }: RunParams): Promise<RunRecord> {
    return this.actions.sample(caller, job_name);
  }

  @Post('save')
  @HttpCode(200)
  @Fails(409, 503, 507)
  @ApiOperation({
    operationId: 'saveTrainingRun',
    summary: 'Save a checkpoint of a running training run now',
    description: 'The trainer saves it at the end of its step.',
  })
  @ApiOkResponse({ type: RunResponse })
  save(@CurrentCaller() caller: Caller, @Param() { job_name }: RunParams): Promise<RunRecord> {
    return this.actions.save(caller, job_name);
  }
}
