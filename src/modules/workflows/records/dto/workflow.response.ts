import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { ApiTime } from '../../../../platform/openapi/answer-fields';
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
  @ApiProperty({ description: 'True: works unchanged.' })
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

/** A size that suits the workflow. */
export class SuggestedSizeResponse {
  @ApiProperty({ description: 'Its shape.', example: '16:9' })
  label: string;
  @ApiProperty({ type: 'integer', example: 1344 })
  width: number;
  @ApiProperty({ type: 'integer', example: 768 })
  height: number;
}

/** What a node lacks, by name. */
export class WorkflowLacksResponse {
  @ApiProperty({ example: 'simulator' })
  provider: string;
  @ApiProperty({ type: [String], example: ['UltralyticsDetectorProvider'] })
  classes: readonly string[];
  @ApiProperty({ type: [String], example: ['checkpoints/dreams_v4.safetensors'] })
  models: readonly string[];
}

/** The complete record of a workflow. */
@ApiExtraModels(WorkflowParamResponse)
export class WorkflowRecordResponse extends WorkflowItemResponse {
  @ApiProperty({
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(WorkflowParamResponse) },
  })
  params: Readonly<Record<string, WorkflowParamRecord>>;
  @ApiProperty({
    type: [SuggestedSizeResponse],
    description: 'Sizes of common shapes that suit the model; empty without a width and height.',
  })
  sizes: readonly Plain<SuggestedSizeResponse>[];
  @ApiProperty({
    type: [WorkflowLacksResponse],
    description: 'Nodes that can’t run it; `requirements.missing` has the details.',
  })
  lacks: readonly Plain<WorkflowLacksResponse>[];
  @ApiTime({ nullable: true, description: 'When you last submitted a job with it.' })
  last_used_at: string | null;
  @ApiProperty({ type: WorkflowRequirementsResponse })
  requirements: Plain<WorkflowRequirementsResponse>;
  @ApiProperty({ type: [NextStepResponse] })
  next: readonly NextStep[];
}

export type NextStep = Plain<NextStepResponse>;
export type WorkflowRecord = Plain<WorkflowRecordResponse>;
