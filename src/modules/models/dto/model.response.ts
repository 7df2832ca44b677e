import { ApiProperty } from '@nestjs/swagger';
import { PageResponse } from '../../../platform/http/page.response';
import type { Plain } from '../../../platform/plain';

/** A model file of the nodes. */
export class ModelResponse {
  @ApiProperty({ description: 'What a request sends.', example: 'mira.safetensors' })
  name: string;
  @ApiProperty({ type: 'string', nullable: true, example: 'Mira' })
  title: string | null;
  @ApiProperty({ type: [String], example: ['mira'] })
  triggers: string[];
  @ApiProperty({ type: 'string', nullable: true, example: 'stable-diffusion-xl-v1-base/lora' })
  base_model: string | null;
  @ApiProperty({ type: [String], description: 'Nodes that have it.', example: ['simulator'] })
  on: string[];
  @ApiProperty({ type: 'string', nullable: true, description: 'Media path of a picture.' })
  preview: string | null;
  @ApiProperty({ type: 'number', nullable: true, example: 0.8 })
  recommended_strength: number | null;
  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'When you last submitted a job with it.',
  })
  last_used_at: string | null;
}

export class ModelPageResponse extends PageResponse {
  @ApiProperty({ type: [ModelResponse] })
  items: ModelRecord[];
}

export type ModelRecord = Plain<ModelResponse>;
export type ModelPage = Plain<ModelPageResponse>;
