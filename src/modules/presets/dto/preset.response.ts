import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { PageResponse } from '../../../platform/http/page.response';
import type { Plain } from '../../../platform/plain';

export class PresetResponse {
  @ApiProperty({ example: 'pre_5kZ2rT9uQw1x' })
  id: string;
  @ApiProperty({ example: 'Portrait, soft light' })
  name: string;
  @ApiProperty({ example: 'sdxl-t2i' })
  workflow: string;
  @ApiProperty({ type: 'object', additionalProperties: true, example: { steps: 30 } })
  values: Record<string, unknown>;
  @ApiProperty({ type: 'string', format: 'date-time' })
  created_at: string;
  @ApiProperty({ type: 'string', format: 'date-time' })
  updated_at: string;
  @ApiPropertyOptional({
    type: 'string',
    nullable: true,
    description: 'The agent that made it, null when none did; admins only.',
  })
  owner?: string | null;
}

/** `GET /api/presets`. */
export class PresetPageResponse extends PageResponse {
  @ApiProperty({ type: [PresetResponse] })
  items: PresetRecord[];
}

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
  @ApiProperty({ example: '0197c1c5-7a3e-7c11-8a56-5d6a3c1b2a10' })
  id: string;
  @ApiProperty({ enum: ['created', 'updated', 'deleted'], example: 'created' })
  action: 'created' | 'updated' | 'deleted';
}
