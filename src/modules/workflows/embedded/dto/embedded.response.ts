import { ApiProperty } from '@nestjs/swagger';
import { ApiNullable } from '../../../../platform/openapi/answer-fields';
import type { EmbeddedSettings } from '../embedded-settings';

/** `GET /api/media/{path}/embedded`. */
export class EmbeddedResponse {
  @ApiProperty({
    enum: ['comfyui', 'a1111', 'none'],
    description:
      'Who wrote the settings: ComfyUI, AUTOMATIC1111’s web UI and its descendants, or nobody.',
  })
  format: EmbeddedSettings['format'];
  @ApiNullable('string', { example: 'a red fox in the snow' })
  prompt: string | null;
  @ApiNullable('string', { example: 'blurry' })
  negative: string | null;
  @ApiNullable('integer', { example: 42 })
  seed: number | null;
  @ApiProperty({
    type: 'object',
    additionalProperties: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] },
    description: 'Whatever else the file says: steps, sampler, size.',
    example: { steps: 20, cfg: 7 },
  })
  settings: Record<string, string | number | boolean>;
  @ApiProperty({ type: [String], description: 'Names of model files.' })
  models: string[];
  @ApiProperty({
    description: 'Whether it carries a workflow: `POST /api/workflows` with `media` imports it.',
    example: true,
  })
  graph_found: boolean;
  @ApiNullable('string', { description: 'Why the file could not be read completely.' })
  damage: string | null;
}
