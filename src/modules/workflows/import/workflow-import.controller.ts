import { Body, Controller, Delete, Param, Post } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AdminOnly, CurrentCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import { Fails } from '../../../platform/openapi/fails.decorator';
import type { Plain } from '../../../platform/plain';
import { WorkflowParams } from '../records/dto/workflow-query.dto';
import { IMPORT_EXAMPLES } from './dto/import.examples';
import { ImportWorkflowDto } from './dto/import-workflow.dto';
import {
  type ImportedWorkflowAnswer,
  ImportedWorkflowResponse,
  RemovedWorkflowResponse,
} from './dto/import-workflow.response';
import { WorkflowImportService } from './workflow-import.service';

@ApiTags('workflows')
@Controller('api/workflows')
@AdminOnly()
export class WorkflowImportController {
  constructor(private readonly imports: WorkflowImportService) {}

  @Post()
  @Fails(404, 409, 507)
  @ApiOperation({
    operationId: 'importWorkflow',
    summary: 'Import a workflow: a graph, or a media file that carries one',
    description:
      'Params are recognised by their roles; the report says how surely, and what nodes lack. An id that is taken is refused: remove that workflow first.',
  })
  @ApiBody({ type: ImportWorkflowDto, examples: IMPORT_EXAMPLES })
  @ApiCreatedResponse({ type: ImportedWorkflowResponse })
  import(
    @CurrentCaller() caller: Caller,
    @Body() body: ImportWorkflowDto,
  ): Promise<ImportedWorkflowAnswer> {
    return this.imports.import(caller, body);
  }

  @Delete(':workflow_id')
  @Fails(409)
  @ApiOperation({
    operationId: 'removeWorkflow',
    summary: 'Remove an imported workflow',
    description: 'Jobs of it run on; what they made stays.',
  })
  @ApiOkResponse({ type: RemovedWorkflowResponse })
  remove(
    @CurrentCaller() caller: Caller,
    @Param() { workflow_id }: WorkflowParams,
  ): Promise<Plain<RemovedWorkflowResponse>> {
    return this.imports.remove(caller, workflow_id);
  }
}
