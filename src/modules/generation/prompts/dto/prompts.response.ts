import { ApiProperty } from '@nestjs/swagger';
import { PageResponse } from '../../../../platform/http/page.response';
import type { Plain } from '../../../../platform/plain';

export class EarlierPromptResponse {
  @ApiProperty({ example: 'a red fox in the snow' })
  prompt: string;
  @ApiProperty({ type: 'string', format: 'date-time' })
  last_used_at: string;
}

/** `GET /api/prompts`. */
export class PromptPageResponse extends PageResponse {
  @ApiProperty({ type: [EarlierPromptResponse] })
  items: Plain<EarlierPromptResponse>[];
}

export class DeletedPromptsResponse {
  @ApiProperty({ example: true })
  ok: true;
  @ApiProperty({ type: 'integer', description: 'How many there were.', example: 12 })
  deleted: number;
}
