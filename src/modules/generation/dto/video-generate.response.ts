import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** Spec §4.2, success response. */
export class VideoGenerateResponse {
  @ApiProperty({ description: 'false: the node has refused the job; see node_errors.' })
  readonly ok: boolean;

  @ApiProperty({
    description: 'What the clip is made from: t2v, i2v or v2v.',
    example: 't2v',
  })
  readonly mode: string;

  @ApiPropertyOptional({
    description: 'The job: GET /api/jobs/{prompt_id}. Absent with submit:false.',
    example: '5d1c6a52-7a0e-4f83-8f25-0c6a3c1b9a10',
  })
  readonly prompt_id?: string;

  @ApiPropertyOptional({
    type: 'integer',
    description: "Place in the node's own count, once the node has accepted the job.",
    example: 7,
  })
  readonly number?: number;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: "The node's objections by node of the graph; empty when it has none.",
    example: {},
  })
  readonly node_errors?: Readonly<Record<string, unknown>>;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: 'The ComfyUI graph in API format; only with submit:false.',
  })
  readonly workflow?: Readonly<Record<string, unknown>>;
}
