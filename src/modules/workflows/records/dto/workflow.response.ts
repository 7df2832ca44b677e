import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import type { Plain } from '../../../../platform/plain';
import { WorkflowItemResponse } from './workflow-page.response';
import { type WorkflowParamRecord, WorkflowParamResponse } from './workflow-param.response';
import { WorkflowRequirementsResponse } from './workflow-requirements.response';

/** An API call towards a finished job. */
export class NextStepResponse {
  @ApiProperty({ example: 'submit' })
  step: string;
  @ApiProperty({ enum: ['GET', 'POST'] })
  method: string;
  @ApiProperty({ example: '/api/image/generate' })
  path: string;
  @ApiProperty()
  why: string;
  @ApiProperty({ description: 'True: works as it stands.' })
  ready: boolean;
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  body?: Readonly<Record<string, unknown>>;
  @ApiPropertyOptional({
    type: [String],
    description:
      'What to put in before it works; `workflow_params.x` is x inside of `workflow_params`.',
  })
  fill?: readonly string[];
}

/** The complete record of a workflow (spec §2.9). */
@ApiExtraModels(WorkflowParamResponse)
export class WorkflowRecordResponse extends WorkflowItemResponse {
  @ApiProperty({
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(WorkflowParamResponse) },
  })
  params: Readonly<Record<string, WorkflowParamRecord>>;
  @ApiProperty({ type: WorkflowRequirementsResponse })
  requirements: Plain<WorkflowRequirementsResponse>;
  @ApiProperty({ type: [NextStepResponse] })
  next: readonly NextStep[];
}

export type NextStep = Plain<NextStepResponse>;
export type WorkflowRecord = Plain<WorkflowRecordResponse>;
