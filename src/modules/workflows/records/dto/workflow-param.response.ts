import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ApiNullable } from '../../../../platform/openapi/answer-fields';
import type { Plain } from '../../../../platform/plain';
import { PARAM_GROUPS, PARAM_TYPES, type ParamGroup, type ParamType } from '../../public/workflow';

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
  @ApiProperty({ description: 'What a form shows.', example: 'Steps' })
  label: string;
  @ApiProperty({
    enum: PARAM_GROUPS,
    description: 'Where a form shows it: what is made, how, and the rest.',
  })
  group: ParamGroup;
  @ApiProperty({ type: 'integer', description: 'Lowest first.', example: 12 })
  order: number;
  @ApiNullable('string', {
    description:
      'What it does, the same in every workflow: prompt, negative, width, height, length, steps, guidance, seed, denoise, sampler, scheduler, model, image, …',
    example: 'steps',
  })
  role: string | null;
  @ApiNullable('string', { example: 'px' })
  unit: string | null;
  @ApiNullable('number', { description: 'The step of a slider.' })
  step: number | null;
  @ApiNullable('number', { description: 'Where a slider begins.' })
  soft_minimum: number | null;
  @ApiNullable('number', { description: 'Where a slider ends.' })
  soft_maximum: number | null;
  @ApiProperty()
  required: boolean;
  @ApiProperty({
    oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, { type: 'null' }],
    description: 'What is used when it is left out; null: nothing, or (seed) chance.',
    example: 25,
  })
  default: unknown;
  @ApiNullable('number')
  minimum: number | null;
  @ApiNullable('number')
  maximum: number | null;
  @ApiProperty({ type: ParamGridResponse, nullable: true })
  grid: Plain<ParamGridResponse> | null;
  @ApiProperty({
    type: 'array',
    items: { oneOf: [{ type: 'string' }, { type: 'number' }] },
    nullable: true,
    description:
      'What the nodes take now; null where anything goes, or no node was reached yet. Of more than 50000 choices in one record only a part of each list is answered; GET /api/comfy/models/{folder} answers a whole folder.',
  })
  choices: readonly (string | number)[] | null;
  @ApiNullable('string', {
    description: "The folder under the node's models that holds the choices.",
  })
  folder: string | null;
  @ApiProperty({ description: 'What the value does, and a recommended value.' })
  description: string;
  @ApiProperty({
    type: [ParamBindingResponse],
    description: 'The inputs of the graph that it sets; empty: the service itself uses it.',
  })
  binds: readonly Plain<ParamBindingResponse>[];
}

export type WorkflowParamRecord = Plain<WorkflowParamResponse>;
