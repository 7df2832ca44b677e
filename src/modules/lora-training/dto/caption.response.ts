import { ApiProperty } from '@nestjs/swagger';
import { WholeListResponse } from '../../../platform/http/page.response';
import { ApiAnyObject, ApiTime } from '../../../platform/openapi/answer-fields';
import type { Plain } from '../../../platform/plain';

const VERSION = {
  description: 'Stands for all captions as they are now. Send it with the next change.',
  example: '8f3b2a9c51d07e64',
};

/** A caption before and after a change. */
export class CaptionChangeResponse {
  @ApiProperty({ example: 'fox-5kZ2rT9uQw1x-0.png' })
  name: string;
  @ApiProperty({ example: 'a woman by the window' })
  before: string;
  @ApiProperty({ example: '[trigger] by the window' })
  after: string;
}

/** What a change of captions did or, with `dry_run`, would do. */
export class CaptionsChangedResponse {
  @ApiProperty({ type: 'integer', description: 'Captions that changed.', example: 12 })
  changed_count: number;
  @ApiProperty({ type: [CaptionChangeResponse], description: 'The first 100 of them.' })
  changes: Plain<CaptionChangeResponse>[];
  @ApiProperty({
    type: [String],
    description:
      'Pictures whose captions cannot be read, or were changed after what is undone: they stay as they are.',
  })
  skipped: string[];
  @ApiProperty(VERSION)
  version: string;
}

/** A change of captions that can be undone. */
export class CaptionVersionResponse {
  @ApiProperty({ type: 'integer', example: 3 })
  number: number;
  @ApiTime()
  created_at: string;
  @ApiAnyObject({
    description: 'What was asked for: `kind` is `set` or `replace`.',
    example: {
      kind: 'replace',
      find: 'a woman',
      replace: '[trigger]',
      regex: false,
      prefix: '',
      suffix: '',
    },
  })
  request: Record<string, unknown>;
  @ApiProperty({ type: 'integer', description: 'Captions that changed.', example: 12 })
  changed_count: number;
}

/** `GET /api/lora-training/datasets/{id}/captions/versions`. */
export class CaptionVersionsResponse extends WholeListResponse {
  @ApiProperty({ type: [CaptionVersionResponse], description: 'The newest first, at most 20.' })
  items: Plain<CaptionVersionResponse>[];
  @ApiProperty(VERSION)
  version: string;
}

export type CaptionsChanged = Plain<CaptionsChangedResponse>;
export type CaptionVersions = Plain<CaptionVersionsResponse>;
