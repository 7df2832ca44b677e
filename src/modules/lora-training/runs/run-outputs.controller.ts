import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { AnyCaller, CurrentCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import { sendContent } from '../../../platform/http/content/send-content';
import { Fails } from '../../../platform/openapi/fails.decorator';
import { ServesFile } from '../../../platform/openapi/serves-file.decorator';
import {
  type Checkpoints,
  CheckpointsResponse,
  type RunLog,
  RunLogResponse,
  type Samples,
  SamplesResponse,
} from '../dto/output.response';
import {
  CheckpointParams,
  CheckpointsQuery,
  LogQuery,
  RunParams,
  SampleParams,
} from '../dto/run.request';
import { RunOutputsService } from './run-outputs.service';

/** What training runs have produced. */
@ApiTags('lora-training')
@Controller('api/lora-training')
@AnyCaller()
export class RunOutputsController {
  constructor(private readonly outputs: RunOutputsService) {}

  @Get('checkpoints')
  @Fails(404, 503)
  @ApiOperation({
    operationId: 'listCheckpoints',
    summary: 'List the LoRAs that training runs have saved',
    description:
      'Of one run, or of your newest 100. A file that is still being written is left out.',
  })
  @ApiOkResponse({ type: CheckpointsResponse })
  checkpoints(
    @CurrentCaller() caller: Caller,
    @Query() { job_name }: CheckpointsQuery,
  ): Promise<Checkpoints> {
    return this.outputs.checkpoints(caller, job_name);
  }

  @Get('jobs/:job_name/checkpoints/:name/file')
  @Fails(503)
  @ApiOperation({
    operationId: 'getCheckpointFile',
    summary: 'Fetch a file of a checkpoint',
    description: 'One of its `files`. Ranges are served, so that a download can be resumed.',
  })
  @ServesFile('application/octet-stream')
  async checkpointFile(
    @CurrentCaller() caller: Caller,
    @Param() file: CheckpointParams,
    @Res() response: Response,
  ): Promise<void> {
    return sendContent(await this.outputs.checkpointFile(caller, file), response);
  }

  @Get('jobs/:job_name/samples')
  @Fails(503)
  @ApiOperation({
    operationId: 'listTrainingSamples',
    summary: 'List the sample pictures of a training run, by step and prompt',
    description: 'Those of step 0 show the base model.',
  })
  @ApiOkResponse({ type: SamplesResponse })
  samples(@CurrentCaller() caller: Caller, @Param() { job_name }: RunParams): Promise<Samples> {
    return this.outputs.samples(caller, job_name);
  }

  @Get('jobs/:job_name/samples/:name/file')
  @Fails(503)
  @ApiOperation({
    operationId: 'getTrainingSample',
    summary: 'Fetch a sample picture or video',
    description: 'Its content never changes: cache it for as long as you like.',
  })
  @ServesFile('image/*', 'video/mp4')
  async sampleFile(
    @CurrentCaller() caller: Caller,
    @Param() file: SampleParams,
    @Res() response: Response,
  ): Promise<void> {
    return sendContent(await this.outputs.sampleFile(caller, file), response);
  }

  @Get('jobs/:job_name/log')
  @Fails(503)
  @ApiOperation({
    operationId: 'readTrainingLog',
    summary: 'Read the log of a training run',
    description:
      'Its end without `offset`; then send the answered `offset` for what has been written since.',
  })
  @ApiOkResponse({ type: RunLogResponse })
  log(
    @CurrentCaller() caller: Caller,
    @Param() { job_name }: RunParams,
    @Query() { offset }: LogQuery,
  ): Promise<RunLog> {
    return this.outputs.log(caller, job_name, offset);
  }
}
