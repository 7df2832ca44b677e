import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { Plain } from '../../../platform/plain';
import { NotAppliedResponse, ReferenceResponse } from './character-use.response';

/** Fields of both success responses. */
abstract class SubmitResponse {
  @ApiProperty({ description: 'false: the node has refused the job; see node_errors.' })
  readonly ok: boolean;

  @ApiPropertyOptional({
    description: 'The job: GET /api/jobs/{prompt_id}. Absent with submit:false.',
    example: '0b9d4c1e-3f0f-4a53-9c0e-6a1f2f6c1a77',
  })
  readonly prompt_id?: string;

  @ApiPropertyOptional({
    enum: ['queued', 'running', 'completed', 'failed', 'cancelled'],
    description: 'The state of the job now, absent with submit:false, as are the next four.',
    example: 'queued',
  })
  readonly status?: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';

  @ApiPropertyOptional({ description: 'The node that the job is for.', example: 'simulator' })
  readonly provider?: string;

  @ApiPropertyOptional({
    type: 'integer',
    nullable: true,
    description: 'The seed that is used, drawn if none was sent; null if the workflow has none.',
    example: 42,
  })
  readonly seed?: number | null;

  @ApiPropertyOptional({
    type: 'integer',
    nullable: true,
    description: 'Jobs in front of this one; null once it runs.',
    example: 0,
  })
  readonly queue_position?: number | null;

  @ApiPropertyOptional({
    type: 'integer',
    nullable: true,
    description: 'Seconds until its end; null when unknown.',
    example: 35,
  })
  readonly eta_seconds?: number | null;

  @ApiPropertyOptional({
    type: 'integer',
    description: 'The number that the node gave the job when it accepted it.',
    example: 7,
  })
  readonly number?: number;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: "The node's errors by node of the graph; empty when it has none.",
    example: {},
  })
  readonly node_errors?: Readonly<Record<string, unknown>>;

  @ApiPropertyOptional({
    type: [ReferenceResponse],
    description: 'Pictures of the bound characters; absent without characters.',
  })
  readonly references?: readonly Plain<ReferenceResponse>[];

  @ApiPropertyOptional({
    type: [NotAppliedResponse],
    description:
      'What the job doesn’t get of the bound characters, and LoRAs that do nothing, where their base model is known already (`POST /api/plan` reads it). Absent without either.',
  })
  readonly not_applied?: readonly Plain<NotAppliedResponse>[];
}

/** What `POST /api/image/generate` answers. */
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

/** What `POST /api/video/generate` answers. */
export class VideoGenerateResponse extends SubmitResponse {
  @ApiProperty({ description: 'What the clip is made from: t2v, i2v or v2v.', example: 't2v' })
  readonly mode: string;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: 'The ComfyUI graph in API format; only with submit:false.',
  })
  readonly workflow?: Readonly<Record<string, unknown>>;
}
