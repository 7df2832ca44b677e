import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { SubmitResponse } from './submit.response';

/** Spec §4.2, success response. */
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
