import { ApiProperty } from '@nestjs/swagger';
import { ApiAnyObject } from '../../../platform/openapi/answer-fields';

export class UnavailableFieldResponse {
  @ApiProperty({
    type: 'array',
    items: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
    description: 'Where the field is, as in validation errors.',
    example: ['body', 'image'],
  })
  loc: (string | number)[];
  @ApiProperty({ description: 'Why it can’t be used again as it is.' })
  why: string;
}

/** `GET /api/jobs/{prompt_id}/request`. */
export class StoredRequestResponse {
  @ApiProperty({ enum: ['image', 'video'], description: 'Which generate route takes the body.' })
  type: 'image' | 'video';
  @ApiAnyObject({
    description: 'The body as it was sent, with the seed that was used.',
    example: { workflow: 'sdxl-t2i', prompt: 'a red fox in the snow', seed: 42 },
  })
  body: Readonly<Record<string, unknown>>;
  @ApiProperty({
    type: [UnavailableFieldResponse],
    description: 'What the caller can’t use any more; empty: the body can be sent unchanged.',
  })
  unavailable: UnavailableFieldResponse[];
}
