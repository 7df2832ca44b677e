import { ApiProperty } from '@nestjs/swagger';
import { WholeListResponse } from '../../../platform/http/page.response';
import { ApiAnyObject } from '../../../platform/openapi/answer-fields';
import type { Plain } from '../../../platform/plain';

/** A starting point for training runs. */
export class TemplateResponse {
  @ApiProperty({ description: 'What `base_config` names.', example: 'zimage_turbo_identity' })
  name: string;
  @ApiProperty({ description: "The toolkit's name of the architecture.", example: 'zimage:turbo' })
  arch: string;
  @ApiProperty({ example: 'Tongyi-MAI/Z-Image-Turbo' })
  model_name_or_path: string;
  @ApiAnyObject({
    description: 'Values of the fields that a request omits.',
    example: { low_vram: true, sample_steps: 9 },
  })
  sets: Record<string, unknown>;
  @ApiProperty({
    enum: ['builtin', 'training_root'],
    description: 'Comes with the service, or is a file in `templates` of the training root.',
  })
  source: 'builtin' | 'training_root';
  @ApiProperty({ description: 'Used where a request omits `base_config`.', example: true })
  is_default: boolean;
}

/** A template file that can't be used. */
export class TemplateProblemResponse {
  @ApiProperty({ example: 'mine' })
  name: string;
  @ApiProperty({ example: 'write arch as a text of at least one character' })
  message: string;
}

/** `GET /api/lora-training/templates`. */
export class TemplatesResponse extends WholeListResponse {
  @ApiProperty({ type: [TemplateResponse] })
  items: Plain<TemplateResponse>[];
  @ApiProperty({ type: [TemplateProblemResponse], description: 'Files that cannot be used.' })
  problems: Plain<TemplateProblemResponse>[];
}
