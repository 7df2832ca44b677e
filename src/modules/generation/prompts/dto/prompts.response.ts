import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { Plain } from '../../../../platform/plain';

export class EarlierPromptResponse {
  @ApiProperty({ example: 'a red fox in the snow' })
  prompt: string;
  @ApiProperty({ type: 'string', format: 'date-time' })
  last_used_at: string;
}

/** `GET /api/prompts`. */
export class PromptPageResponse {
  @ApiProperty({ type: [EarlierPromptResponse] })
  items: Plain<EarlierPromptResponse>[];
  @ApiProperty({ type: 'string', nullable: true })
  next_cursor: string | null;
  @ApiPropertyOptional({ type: 'integer' })
  total?: number;
}

export class DeletedPromptsResponse {
  @ApiProperty({ example: true })
  ok: true;
  @ApiProperty({ type: 'integer', description: 'How many there were.', example: 12 })
  deleted: number;
}
