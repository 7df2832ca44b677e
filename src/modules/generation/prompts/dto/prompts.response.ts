import { ApiProperty } from '@nestjs/swagger';
import { pageOf } from '../../../../platform/http/page.response';
import { ApiTime } from '../../../../platform/openapi/answer-fields';

export class EarlierPromptResponse {
  @ApiProperty({ example: 'a red fox in the snow' })
  prompt: string;
  @ApiTime()
  last_used_at: string;
}

/** `GET /api/prompts`. */
export class PromptPageResponse extends pageOf(EarlierPromptResponse) {}

export class DeletedPromptsResponse {
  @ApiProperty({ example: true })
  ok: true;
  @ApiProperty({ type: 'integer', description: 'How many there were.', example: 12 })
  deleted: number;
}
