import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { AnyCaller, CurrentCaller } from '../../../platform/access/access.decorators';
import { ReadyAnswers } from '../../../platform/http/content/ready-answers';
import { Fails } from '../../../platform/openapi/fails.decorator';
import { NotModified } from '../../../platform/openapi/not-modified.decorator';
import type { Caller } from '../../../platform/access/caller';
import { WorkflowParams, WorkflowsQuery } from './dto/workflow-query.dto';
import { WorkflowPageResponse } from './dto/workflow-page.response';
import { WorkflowRecordResponse } from './dto/workflow.response';
import { WorkflowsService } from './workflows.service';

@ApiTags('workflows')
@Controller('api/workflows')
@AnyCaller()
export class WorkflowsController {
  constructor(
    private readonly workflows: WorkflowsService,
    private readonly answers: ReadyAnswers,
  ) {}

  @Get()
  @Fails(404)
  @ApiOperation({
    operationId: 'listWorkflows',
    summary: 'List the workflows that you may use, by id',
    description: 'Those that the key may use, with the nodes that can run each.',
  })
  @ApiOkResponse({ type: WorkflowPageResponse })
  @NotModified()
  list(
    @CurrentCaller() caller: Caller,
    @Query() query: WorkflowsQuery,
    @Res() response: Response,
  ): Promise<void> {
    return this.answers.send(response, this.workflows.pageRecipe(caller, query));
  }

  @Get(':workflow_id')
  @ApiOperation({
    operationId: 'getWorkflow',
    summary: 'Everything about one workflow, and the calls that lead to a finished job',
    description:
      'Bounds and choices are those of the nodes now: `next` leads from here to the finished job.',
  })
  @ApiOkResponse({ type: WorkflowRecordResponse })
  @NotModified()
  get(
    @CurrentCaller() caller: Caller,
    @Param() { workflow_id }: WorkflowParams,
    @Res() response: Response,
  ): Promise<void> {
    return this.answers.send(response, this.workflows.recordRecipe(caller, workflow_id));
  }

  @Get(':workflow_id/graph')
  @ApiOperation({
    operationId: 'getWorkflowGraph',
    summary: "A workflow's graph in ComfyUI's API format",
    description: "In ComfyUI's API format, with the defaults of its params.",
  })
  @ApiOkResponse({ schema: { type: 'object', additionalProperties: true } })
  graph(@CurrentCaller() caller: Caller, @Param() { workflow_id }: WorkflowParams): object {
    return this.workflows.graph(caller, workflow_id);
  }
}
