import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { ApiNullable } from '../../../../platform/openapi/answer-fields';
import type { Plain } from '../../../../platform/plain';
import { WorkflowRecordResponse } from '../../records/dto/workflow.response';
import { LackingNodeResponse } from '../../records/dto/workflow-requirements.response';

/** How a param was recognised. */
export class ParamGuessResponse {
  @ApiProperty({ enum: ['high', 'medium', 'low'] })
  confidence: 'high' | 'medium' | 'low';
  @ApiProperty({ example: 'KSampler.steps' })
  reason: string;
}

/** A warning that doesn't prevent the import. */
export class ImportWarningResponse {
  @ApiNullable('string')
  node: string | null;
  @ApiNullable('string')
  class: string | null;
  @ApiProperty()
  reason: string;
}

/** The report on an import. */
@ApiExtraModels(ParamGuessResponse)
export class ImportReportResponse {
  @ApiProperty({
    enum: ['ready', 'needs_nodes'],
    description:
      'needs_nodes: kept as it came, and converted by itself once a node offers the classes.',
  })
  status: 'ready' | 'needs_nodes';
  @ApiProperty({
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(ParamGuessResponse) },
    description: 'Confidence in each derived param, and the reason. A manifest can correct them.',
  })
  params: Readonly<Record<string, Plain<ParamGuessResponse>>>;
  @ApiProperty({ type: [LackingNodeResponse] })
  providers: readonly Plain<LackingNodeResponse>[];
  @ApiProperty({ type: [ImportWarningResponse] })
  warnings: readonly Plain<ImportWarningResponse>[];
}

/** `POST /api/workflows`. */
export class ImportedWorkflowResponse {
  @ApiProperty({
    oneOf: [{ $ref: getSchemaPath(WorkflowRecordResponse) }, { type: 'null' }],
    description: 'Null while it needs nodes.',
  })
  workflow: Plain<WorkflowRecordResponse> | null;
  @ApiProperty({ type: ImportReportResponse })
  report: Plain<ImportReportResponse>;
}

/** `DELETE /api/workflows/{workflow_id}`. */
export class RemovedWorkflowResponse {
  @ApiProperty({ example: true })
  ok: true;
  @ApiProperty()
  id: string;
}

export type ImportedWorkflowAnswer = Plain<ImportedWorkflowResponse>;
