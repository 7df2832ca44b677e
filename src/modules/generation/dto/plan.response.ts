import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ApiAnyObject, ApiNullable } from '../../../platform/openapi/answer-fields';
import type { Plain } from '../../../platform/plain';
import { errorCodeSchema } from '../../../platform/errors/error-code-schema';
import { NotAppliedResponse, ReferenceResponse } from './character-use.response';

/** Why a node wouldn't take the job, or wouldn't run it at once. */
export class PlanReason {
  @ApiProperty({
    ...errorCodeSchema('invalid', 'node_offline', 'node_unknown', 'node_busy'),
    description:
      'A code of GET /api/errors, `invalid` for a value that this node refuses, or `node_offline`, `node_unknown`, `node_busy` for why the job would wait.',
    example: 'node_busy',
  })
  readonly code: string;

  @ApiProperty({ example: '2 jobs are in front of it.' })
  readonly detail: string;

  @ApiPropertyOptional({
    type: 'array',
    items: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
    description: 'Path of the refused value in the request; only with `invalid`.',
  })
  readonly loc?: readonly (string | number)[];
}

/** Whether one node would accept the request, and when it would run it. */
export class ProviderPlan {
  @ApiProperty({ description: 'Provider id.', example: 'simulator' })
  readonly provider: string;

  @ApiProperty({ description: 'Whether a submit to this node would be accepted.' })
  readonly accepted: boolean;

  @ApiProperty({ description: 'Whether it would run at once: accepted, online, nothing in front.' })
  readonly can_run_now: boolean;

  @ApiProperty({ type: [PlanReason], description: 'Why not; empty when it can run now.' })
  readonly reasons: readonly PlanReason[];

  @ApiNullable('number', {
    description:
      'Seconds until it would start: the run times of the jobs in front, each by its own workflow and size. Jobs that were never measured count as much as this one. Null if that is unknown (offline, or this one was never measured either).',
  })
  readonly expected_wait_seconds: number | null;

  @ApiNullable('number', {
    description:
      'Median seconds of this workflow in about this size and number of steps on this node; estimated from the nearest measurement if there is none, null before the first run.',
  })
  readonly expected_run_seconds: number | null;
}

/** A LoRA as the job would apply it; strengths as its loader takes them. */
export class PlannedLora {
  @ApiProperty({ example: 'film-grain-sdxl.safetensors' })
  readonly name: string;

  @ApiProperty({ example: 1 })
  readonly strength: number;

  @ApiPropertyOptional()
  readonly strength_clip?: number;

  @ApiPropertyOptional({ enum: ['both', 'high', 'low'] })
  readonly target?: 'both' | 'high' | 'low';
}

/** A media asset of the caller that the job would use as input. */
export class PlannedFile {
  @ApiProperty({ description: 'The param that takes it.', example: 'image' })
  readonly param: string;

  @ApiProperty({ description: 'Media path.', example: 'photo-0f3a.png' })
  readonly path: string;
}

/** The answer of `POST /api/plan`. */
export class PlanResponse {
  @ApiProperty({ enum: ['image', 'video'] })
  readonly type: 'image' | 'video';

  @ApiProperty({ description: 'Workflow id.', example: 'sdxl-t2i' })
  readonly workflow: string;

  @ApiProperty({ description: 'Whether the request would be accepted unchanged.' })
  readonly accepted: boolean;

  @ApiNullable('string', {
    description: 'The node that a submit would go to now; null when it would be refused.',
  })
  readonly provider: string | null;

  @ApiNullable('string', {
    description: 'What is made from what: t2i, i2v, …; null when it would be refused.',
    example: 't2i',
  })
  readonly mode: string | null;

  @ApiProperty({ type: [ProviderPlan], description: 'Every node, whichever the request names.' })
  readonly providers: readonly ProviderPlan[];

  @ApiAnyObject({
    nullable: true,
    description:
      'The values that the job would get, defaults included. A seed that was not sent is drawn again for each request: send this one to use it.',
  })
  readonly params: Readonly<Record<string, unknown>> | null;

  @ApiProperty({ type: [String], description: 'Model files that would be loaded.' })
  readonly models: readonly string[];

  @ApiProperty({
    type: [PlannedLora],
    description: 'LoRAs of the graph itself, then those that the request adds, in order.',
  })
  readonly loras: readonly PlannedLora[];

  @ApiProperty({ type: [PlannedFile], description: 'Input media of the job.' })
  readonly files: readonly PlannedFile[];

  @ApiProperty({ type: [ReferenceResponse], description: 'Pictures of the bound characters.' })
  readonly references: readonly Plain<ReferenceResponse>[];

  @ApiProperty({
    type: [NotAppliedResponse],
    description:
      'What the job doesn’t use of the bound characters, and LoRAs that do nothing because they were trained for another base model.',
  })
  readonly not_applied: readonly Plain<NotAppliedResponse>[];
}
