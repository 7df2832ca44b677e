import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ApiNullable } from '../../../../platform/openapi/answer-fields';
import type { Plain } from '../../../../platform/plain';

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
  @ApiPropertyOptional({
    oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, { type: 'null' }],
    description:
      'What is refused, lists and objects as JSON. Left out: a value is needed, and there is none.',
  })
  value?: unknown;
  @ApiPropertyOptional({
    description: 'Why, where the value alone doesn’t tell: links, and where there is none.',
    example: 'lacks a value for latent_image',
  })
  reason?: string;
  @ApiPropertyOptional({
    type: [String],
    description: 'What the input can be set to that looks like it, best first.',
    example: ['euler'],
  })
  nearest?: readonly string[];
}

/** Classes of a node that are similar to a missing one. */
export class NearestClassesResponse {
  @ApiProperty({ example: 'KSamplr' })
  class: string;
  @ApiProperty({ type: [String], description: 'Best first.', example: ['KSampler'] })
  nearest: readonly string[];
}

/** What a node lacks. */
export class LackingNodeResponse {
  @ApiProperty({ example: 'simulator' })
  provider: string;
  @ApiProperty()
  runnable: boolean;
  @ApiProperty({ description: 'False: the node was never reached, so that the lists say nothing.' })
  known: boolean;
  @ApiProperty({ type: [String] })
  missing_classes: readonly string[];
  @ApiPropertyOptional({
    type: [NearestClassesResponse],
    description:
      'What the node has instead of missing classes; only of those that look like others.',
  })
  nearest_classes?: readonly Plain<NearestClassesResponse>[];
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
  @ApiNullable('number', { description: 'Class of graphics memory in GB that it runs well on.' })
  vram_gb: number | null;
  @ApiProperty({
    type: [String],
    description:
      'Advice from the author; then what was measured here, by node, size and steps, the newest first.',
  })
  notes: readonly string[];
}

export type LackingNode = Plain<LackingNodeResponse>;
