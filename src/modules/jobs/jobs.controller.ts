import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { AnyCaller, CurrentCaller } from '../../platform/access/access.decorators';
import { holdOf, NOT_WAITED } from '../../platform/http/held-answers';
import { ReadyAnswers, sendOnce } from '../../platform/http/content/ready-answers';
import { NotModified } from '../../platform/openapi/not-modified.decorator';
import { Fails } from '../../platform/openapi/fails.decorator';
import type { Caller } from '../../platform/access/caller';
import { CancelJobsRequest, CancelledJobsResponse } from './dto/job-cancel.dto';
import { JobParams, JobsQuery, JobWaitQuery } from './dto/job-query.dto';
import { JobPageResponse, type JobRecord, JobResponse } from './dto/job.response';
import type { CancelledJobs } from './public/job-canceller';
import { JobCancelService } from './reading/job-cancel.service';
import { waitOf } from './reading/job-wait-query';
import { JobsService } from './reading/jobs.service';

@ApiTags('jobs')
@Controller('api/jobs')
@AnyCaller()
export class JobsController {
  constructor(
    private readonly jobs: JobsService,
    private readonly cancels: JobCancelService,
    private readonly answers: ReadyAnswers,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listJobs',
    summary: 'List jobs, newest first',
    description: 'With `prompt_ids` and `wait`, waits for several jobs at once.',
  })
  @ApiOkResponse({ type: JobPageResponse, headers: NOT_WAITED })
  @NotModified()
  list(
    @CurrentCaller() caller: Caller,
    @Query() query: JobsQuery,
    @Res() response: Response,
  ): Promise<void> {
    const wait = waitOf(query);
    if (!wait) return this.answers.send(response, this.jobs.pageRecipe(caller, query));
    const hold = { ...wait, ...holdOf(response, wait.seconds) };
    return sendOnce(response, this.jobs.several(caller, wait.promptIds, hold));
  }

  @Get(':prompt_id')
  @Fails(409)
  @ApiOperation({
    operationId: 'getJob',
    summary: "A job's status, outputs and provenance",
    description:
      'Answers from the stored row, which the service updates from the node. `wait` delays the answer until the job ends.',
  })
  @ApiOkResponse({ type: JobResponse, headers: NOT_WAITED })
  @NotModified()
  get(
    @CurrentCaller() caller: Caller,
    @Param() { prompt_id }: JobParams,
    @Query() { wait: seconds }: JobWaitQuery,
    @Res() response: Response,
  ): Promise<void> {
    return seconds === undefined
      ? this.answers.send(response, this.jobs.recordRecipe(caller, prompt_id))
      : sendOnce(response, this.jobs.get(caller, prompt_id, holdOf(response, seconds)));
  }

  @Get(':prompt_id/graph')
  @ApiOperation({
    operationId: 'getJobGraph',
    summary: 'The graph that was submitted to the node',
    description: "In ComfyUI's API format, with the values that were used.",
  })
  @ApiOkResponse({ schema: { type: 'object', additionalProperties: true } })
  graph(@CurrentCaller() caller: Caller, @Param() { prompt_id }: JobParams): Promise<object> {
    return this.jobs.graph(caller, prompt_id);
  }

  @Get(':prompt_id/preview')
  @ApiOperation({
    operationId: 'getJobPreview',
    summary: 'The latest sampler picture of a running job',
    description:
      '404 until the node has sent one, and after the job has ended. Poll it at each `preview` event, or about once a second.',
  })
  @ApiProduces('image/jpeg', 'image/png')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async preview(
    @CurrentCaller() caller: Caller,
    @Param() { prompt_id }: JobParams,
    @Res() response: Response,
  ): Promise<void> {
    const { mime, bytes } = await this.jobs.preview(caller, prompt_id);
    response.set({ 'Content-Type': mime, 'Cache-Control': 'no-store' }).send(bytes);
  }

  @Post(':prompt_id/cancel')
  @HttpCode(200)
  @Fails(409)
  @ApiOperation({
    operationId: 'cancelJob',
    summary: 'Cancel a job',
    description: 'Final at once; the service then removes the job from its node.',
  })
  @ApiOkResponse({ type: JobResponse })
  cancel(@CurrentCaller() caller: Caller, @Param() { prompt_id }: JobParams): Promise<JobRecord> {
    return this.cancels.cancel(caller, prompt_id);
  }

  @Post('cancel')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'cancelJobs',
    summary: 'Cancel many jobs',
    description:
      'Jobs by id, or all your queued ones. Each is cancelled independently: `failed` lists those that can’t be.',
  })
  @ApiBody({
    type: CancelJobsRequest,
    examples: {
      some: {
        summary: 'Some jobs',
        value: { prompt_ids: ['5f0c3b52-6f0e-4a77-9a1c-9f2b4b1f9a10'] },
      },
    },
  })
  @ApiOkResponse({ type: CancelledJobsResponse })
  cancelMany(
    @CurrentCaller() caller: Caller,
    @Body() request: CancelJobsRequest,
  ): Promise<CancelledJobs> {
    return this.cancels.cancelRequested(caller, request);
  }
}
