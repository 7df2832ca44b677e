import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import type { Plain } from '../../../platform/plain';
import type { InputNeed, ParamType } from '../public/workflow';

const NEEDS: readonly InputNeed[] = ['required', 'optional', 'none'];
const PARAM_TYPES: readonly ParamType[] = [
  ...(['string', 'text', 'integer', 'number', 'boolean', 'choice'] as const),
  ...(['image', 'mask', 'audio', 'video', 'model', 'lora', 'loras'] as const),
];

/** Which files a workflow takes. */
export class WorkflowInputsResponse {
  @ApiProperty({ enum: NEEDS })
  image: InputNeed;
  @ApiProperty({ enum: NEEDS })
  audio: InputNeed;
  @ApiProperty({ enum: NEEDS })
  video: InputNeed;
}

/** What this install measured on one node. */
export class RunTimeResponse {
  @ApiProperty({ example: 'simulator' })
  provider: string;
  @ApiProperty({
    description: 'Seconds from start to end, middle of the last runs.',
    example: 12.4,
  })
  median_seconds: number;
  @ApiProperty({ description: 'Nine of ten runs took no longer.', example: 15.9 })
  p90_seconds: number;
  @ApiPropertyOptional({ type: 'integer', description: 'Runs that count; admins only.' })
  samples?: number;
}

/** A workflow in a list. */
export class WorkflowItemResponse {
  @ApiProperty({ example: 'sdxl-t2i' })
  id: string;
  @ApiProperty({ example: 'SDXL: text to image' })
  name: string;
  @ApiProperty()
  description: string;
  @ApiProperty({ enum: ['image', 'video'] })
  kind: 'image' | 'video';
  @ApiProperty({ type: [String], example: ['t2i'] })
  modes: readonly string[];
  @ApiProperty({ enum: ['builtin', 'imported'] })
  source: 'builtin' | 'imported';
  @ApiProperty({ type: WorkflowInputsResponse })
  inputs: Plain<WorkflowInputsResponse>;
  @ApiProperty()
  supports_lora: boolean;
  @ApiProperty({
    type: [String],
    description:
      'Nodes that have everything it needs, as last known. GET /api/providers tells which are online.',
    example: ['simulator'],
  })
  runnable_on: readonly string[];
  @ApiProperty({ type: [RunTimeResponse] })
  run_time: readonly RunTime[];
}

/** Where a param's value goes. */
export class ParamBindingResponse {
  @ApiProperty({ example: 'sampler' })
  node: string;
  @ApiProperty({ example: 'steps' })
  input: string;
  @ApiPropertyOptional({
    description: 'Another param whose value is added: the input holds the sum.',
    example: 'steps_high',
  })
  plus?: string;
}

/** Values must be offset + n × step. */
export class ParamGridResponse {
  @ApiProperty({ type: 'integer', example: 8 })
  step: number;
  @ApiProperty({ type: 'integer', example: 0 })
  offset: number;
}

/** One input of a workflow. */
export class WorkflowParamResponse {
  @ApiProperty({ enum: PARAM_TYPES })
  type: ParamType;
  @ApiProperty()
  required: boolean;
  @ApiProperty({
    oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, { type: 'null' }],
    description: 'What is used when it is left out; null: nothing, or (seed) chance.',
    example: 25,
  })
  default: unknown;
  @ApiProperty({ type: 'number', nullable: true })
  minimum: number | null;
  @ApiProperty({ type: 'number', nullable: true })
  maximum: number | null;
  @ApiProperty({ type: ParamGridResponse, nullable: true })
  grid: Plain<ParamGridResponse> | null;
  @ApiProperty({
    type: 'array',
    items: { oneOf: [{ type: 'string' }, { type: 'number' }] },
    nullable: true,
    description: 'What the nodes take now; null where anything goes, or no node was reached yet.',
  })
  choices: readonly (string | number)[] | null;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: "The folder under the node's models that holds the choices.",
  })
  folder: string | null;
  @ApiProperty({ description: 'What the value does, and a good one.' })
  description: string;
  @ApiProperty({
    type: [ParamBindingResponse],
    description: 'The inputs of the graph that it sets; empty: the service itself uses it.',
  })
  binds: readonly Plain<ParamBindingResponse>[];
}

/** A model file that the graph names. */
export class RequiredModelResponse {
  @ApiProperty({ example: 'checkpoints' })
  folder: string;
  @ApiProperty({ example: 'sd_xl_base_1.0.safetensors' })
  file: string;
  @ApiPropertyOptional({ description: 'Where people download it.' })
  page?: string;
  @ApiProperty({ type: [String], description: 'Nodes that have it.' })
  on: readonly string[];
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

/** What a node lacks; three empty lists: nothing, or nothing is known of it. */
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

/** What a node must have. */
export class WorkflowRequirementsResponse {
  @ApiProperty({ type: [String], example: ['CheckpointLoaderSimple', 'KSampler'] })
  node_classes: readonly string[];
  @ApiProperty({ type: [RequiredModelResponse] })
  models: readonly Plain<RequiredModelResponse>[];
  @ApiProperty({
    type: [LackingNodeResponse],
    description:
      'The nodes that can’t run it, and why; file names are looked for as each node spells them.',
  })
  missing: readonly LackingNode[];
  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'Class of graphics memory in GB that it runs well on.',
  })
  vram_gb: number | null;
  @ApiProperty({ type: [String], description: 'What is good to know, and what was measured here.' })
  notes: readonly string[];
}

/** One call on the way from this record to a finished job. */
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
  @ApiPropertyOptional({ type: [String], description: 'What to put in before it works.' })
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

/** A file of the workflows folder that isn't in the catalogue as it stands. */
export class FolderProblemResponse {
  @ApiProperty({ description: 'Its name; empty: the folder itself.', example: 'mine.json' })
  file: string;
  @ApiProperty({
    enum: ['broken', 'needs_nodes'],
    description: 'needs_nodes: it is converted by itself once a node offers its classes.',
  })
  status: 'broken' | 'needs_nodes';
  @ApiProperty({ type: 'integer', nullable: true, description: 'Counts from 1.', example: 12 })
  line: number | null;
  @ApiProperty({ description: 'Empty: the file as a whole.', example: 'params.width.grid' })
  field: string;
  @ApiProperty()
  reason: string;
}

/** `GET /api/workflows`. */
export class WorkflowPageResponse {
  @ApiProperty({ type: [WorkflowItemResponse] })
  items: readonly WorkflowItem[];
  @ApiProperty({ type: 'string', nullable: true })
  next_cursor: string | null;
  @ApiPropertyOptional({ type: 'integer' })
  total?: number;
  @ApiPropertyOptional({ type: [FolderProblemResponse], description: 'Only when asked for.' })
  problems?: readonly Plain<FolderProblemResponse>[];
}

export type LackingNode = Plain<LackingNodeResponse>;
export type RunTime = Plain<RunTimeResponse>;
export type WorkflowItem = Plain<WorkflowItemResponse>;
export type WorkflowParamRecord = Plain<WorkflowParamResponse>;
export type NextStep = Plain<NextStepResponse>;
export type WorkflowRecord = Plain<WorkflowRecordResponse>;
export type WorkflowPage = Plain<WorkflowPageResponse>;
