import { ApiProperty } from '@nestjs/swagger';
import { pageOf } from '../../../platform/http/page.response';
import { ApiNullable, ApiTime } from '../../../platform/openapi/answer-fields';
import type { Plain } from '../../../platform/plain';

/** A model file of the nodes. */
export class ModelResponse {
  @ApiProperty({ description: 'What a request sends.', example: 'mira.safetensors' })
  name: string;
  @ApiNullable('string', { example: 'Mira' })
  title: string | null;
  @ApiProperty({ type: [String], example: ['mira'] })
  triggers: string[];
  @ApiNullable('string', { example: 'stable-diffusion-xl-v1-base/lora' })
  base_model: string | null;
  @ApiProperty({ type: [String], description: 'Nodes that have it.', example: ['simulator'] })
  on: string[];
  @ApiNullable('string', { description: 'Media path of a picture.' })
  preview: string | null;
  @ApiNullable('number', { example: 0.8 })
  recommended_strength: number | null;
  @ApiTime({ nullable: true, description: 'When you last submitted a job with it.' })
  last_used_at: string | null;
}

export class ModelPageResponse extends pageOf(ModelResponse) {}

export type ModelRecord = Plain<ModelResponse>;
export type ModelPage = Plain<ModelPageResponse>;
