import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import type { Plain } from '../../../../platform/plain';
import { WorkflowRecordResponse } from '../../dto/workflow.response';

/** How a param was recognised. */
export class ParamGuessResponse {
  @ApiProperty({ enum: ['high', 'medium', 'low'] })
  confidence: 'high' | 'medium' | 'low';
  @ApiProperty({ example: 'KSampler.steps' })
  reason: string;
}

/** A model file that a node lacks. */
export class LackingModelResponse {
  @ApiProperty({ example: 'checkpoints' })
  folder: string;
  @ApiProperty({ example: 'dreams_v4.safetensors' })
  file: string;
  @ApiProperty({ type: [String], description: 'What the node has that looks like it, best first.' })
  nearest: readonly string[];
}

/** A setting that a node doesn't know. */
export class UnsupportedValueResponse {
  @ApiProperty()
  node: string;
  @ApiProperty()
  class: string;
  @ApiProperty()
  input: string;
}

/** What a node lacks; three empty lists: nothing. */
export class LackingNodeResponse {
  @ApiProperty({ example: 'simulator' })
  provider: string;
  @ApiProperty({ description: 'False too while the node was never reached.' })
  runnable: boolean;
  @ApiProperty({ type: [String] })
  missing_classes: readonly string[];
  @ApiProperty({ type: [LackingModelResponse] })
  missing_models: readonly Plain<LackingModelResponse>[];
  @ApiProperty({ type: [UnsupportedValueResponse] })
  unsupported_values: readonly Plain<UnsupportedValueResponse>[];
}

/** Something to know that stops nothing. */
export class ImportWarningResponse {
  @ApiProperty({ type: 'string', nullable: true })
  node: string | null;
  @ApiProperty({ type: 'string', nullable: true })
  class: string | null;
  @ApiProperty()
  reason: string;
}

/** What became of an import. */
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
    description: 'How sure we are of each param, and why. A manifest may say better.',
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
export type LackingNode = Plain<LackingNodeResponse>;
