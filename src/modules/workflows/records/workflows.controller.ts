import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyCaller, CurrentCaller } from '../../../platform/access/access.decorators';
import { Fails } from '../../../platform/openapi/fails.decorator';
import type { Caller } from '../../../platform/access/caller';
import { WorkflowParams, WorkflowsQuery } from './dto/workflow-query.dto';
import { type WorkflowPage, WorkflowPageResponse } from './dto/workflow-page.response';
import { type WorkflowRecord, WorkflowRecordResponse } from './dto/workflow.response';
import { WorkflowsService } from './workflows.service';

@ApiTags('workflows')
@Controller('api/workflows')
@AnyCaller()
export class WorkflowsController {
  constructor(private readonly workflows: WorkflowsService) {}

  @Get()
  @Fails(404)
  @ApiOperation({
    operationId: 'listWorkflows',
    summary: 'List the workflows that you may use, by id',
    description: 'Those that the key may use, with the nodes that can run each.',
  })
  @ApiOkResponse({ type: WorkflowPageResponse })
  list(@CurrentCaller() caller: Caller, @Query() query: WorkflowsQuery): Promise<WorkflowPage> {
    return this.workflows.page(caller, query);
  }

  @Get(':workflow_id')
  @ApiOperation({
    operationId: 'getWorkflow',
    summary: 'Everything about one workflow, and the calls that lead to a finished job',
    description:
      'Bounds and choices are those of the nodes now: `next` leads from here to the finished job.',
  })
  @ApiOkResponse({ type: WorkflowRecordResponse })
  get(
    @CurrentCaller() caller: Caller,
    @Param() { workflow_id }: WorkflowParams,
  ): Promise<WorkflowRecord> {
    return this.workflows.get(caller, workflow_id);
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
