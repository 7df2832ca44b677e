import { ApiProperty } from '@nestjs/swagger';
import { ApiNullable } from '../../../platform/openapi/answer-fields';

/** A picture of a bound character. */
export class ReferenceResponse {
  @ApiProperty({ description: 'Character id.', example: 'mara' })
  character: string;

  @ApiNullable('string', {
    description: 'Media path; null when none was used.',
    example: 'photo-0f3a.png',
  })
  name: string | null;

  @ApiNullable('string', {
    description: 'The param that takes it; null when none does.',
    example: 'image_2',
  })
  slot: string | null;

  @ApiProperty()
  used: boolean;

  @ApiNullable('string', { description: 'Null when it is used.' })
  why_not: string | null;
}

/** Something of a bound character that the job doesn't get, or a LoRA that does nothing in it. */
export class NotAppliedResponse {
  @ApiNullable('string', {
    description:
      'Character id; null for a LoRA that does nothing because it was trained for another base model.',
    example: 'mara',
  })
  character: string | null;

  @ApiProperty({ enum: ['trigger', 'base_prompt', 'loras', 'defaults'], example: 'defaults' })
  field: 'trigger' | 'base_prompt' | 'loras' | 'defaults';

  @ApiNullable('string', {
    description: 'The LoRA file, or the name of the default; null for the other fields.',
    example: 'guidance',
  })
  name: string | null;

  @ApiProperty({ example: "The workflow 'sd15-t2i' has no such param." })
  why_not: string;
}
