import { ApiProperty } from '@nestjs/swagger';
import { pageOf } from '../../../platform/http/page.response';
import { ApiAnyObject, ApiOwner, ApiTime } from '../../../platform/openapi/answer-fields';
import type { Plain } from '../../../platform/plain';

export class PresetResponse {
  @ApiProperty({ example: 'pre_5kZ2rT9uQw1x' })
  id: string;
  @ApiProperty({ example: 'Portrait, soft light' })
  name: string;
  @ApiProperty({ example: 'sdxl-t2i' })
  workflow: string;
  @ApiAnyObject({ example: { steps: 30 } })
  values: Record<string, unknown>;
  @ApiTime()
  created_at: string;
  @ApiTime()
  updated_at: string;
  @ApiOwner()
  owner?: string | null;
}

/** `GET /api/presets`. */
export class PresetPageResponse extends pageOf(PresetResponse) {}

export class DeletedPresetResponse {
  @ApiProperty({ example: true })
  ok: true;
  @ApiProperty({ example: 'pre_5kZ2rT9uQw1x' })
  id: string;
}

export type PresetRecord = Plain<PresetResponse>;
export type PresetPage = Plain<PresetPageResponse>;

/** The data of a `preset` event. */
export class PresetEventResponse {
  @ApiProperty({ example: 'pre_5kZ2rT9uQw1x' })
  id: string;
  @ApiProperty({ enum: ['created', 'updated', 'deleted'], example: 'created' })
  action: 'created' | 'updated' | 'deleted';
  @ApiOwner()
  owner?: string | null;
}
