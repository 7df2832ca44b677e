import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ApiTime } from '../../../platform/openapi/answer-fields';
import type { Plain } from '../../../platform/plain';

/** What takes a change back. */
export class UndoResponse {
  @ApiProperty({
    description: 'For `POST /api/undo/{token}`, once.',
    example: 'mJ3wq0zXx1Tn8d5yq8cM2g9m1sVhJb0yJ7y3o4p5q6r',
  })
  token: string;
  @ApiTime()
  expires_at: string;
}

/** `DELETE /api/media/{path}`. */
export class DeletedMediaResponse {
  @ApiProperty({ example: true })
  ok: true;
  @ApiProperty({ example: 'kitchen-5f0c3b52-0.png' })
  path: string;
  @ApiPropertyOptional({
    type: UndoResponse,
    description: 'Takes it back; absent where deleting is final (`media.trash_days` is 0).',
  })
  undo?: Plain<UndoResponse>;
}
