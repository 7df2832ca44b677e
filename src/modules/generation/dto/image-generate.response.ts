import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { SubmitResponse } from './submit.response';

/** Spec §4.1, success response. */
export class ImageGenerateResponse extends SubmitResponse {
  @ApiProperty({ description: 'Workflow id.', example: 'sdxl-t2i' })
  readonly workflow: string;

  @ApiPropertyOptional({
    description: 'Checkpoint file that is used, where the workflow lets one choose.',
    example: 'sd_xl_base_1.0.safetensors',
  })
  readonly checkpoint?: string;

  @ApiPropertyOptional({ description: 'The file behind lora_checkpoint.' })
  readonly lora_name?: string;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: 'The ComfyUI graph in API format; only with submit:false.',
  })
  readonly graph?: Readonly<Record<string, unknown>>;
}
