import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** What spec §4.1 and §4.2 answer alike. */
export abstract class SubmitResponse {
  @ApiProperty({ description: 'false: the node has refused the job; see node_errors.' })
  readonly ok: boolean;

  @ApiPropertyOptional({
    description: 'The job: GET /api/jobs/{prompt_id}. Absent with submit:false.',
    example: '0b9d4c1e-3f0f-4a53-9c0e-6a1f2f6c1a77',
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
}
