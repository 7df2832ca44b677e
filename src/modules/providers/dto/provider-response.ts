import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { pageOf } from '../../../platform/http/page.response';
import { ApiTime } from '../../../platform/openapi/answer-fields';
import type { Plain } from '../../../platform/plain';

/** A device of a node. */
export class ProviderDeviceResponse {
  @ApiProperty({ example: 'cuda:0 NVIDIA GeForce RTX 4090' })
  name: string;
  @ApiProperty({ example: 'cuda' })
  type: string;
  @ApiProperty({ type: 'integer', description: 'Bytes.', example: 25_757_220_864 })
  vram_total: number;
  @ApiProperty({ type: 'integer', description: 'Bytes.', example: 24_100_000_000 })
  vram_free: number;
}

/** A node's queue, with everybody's jobs. */
export class ProviderQueueResponse {
  @ApiProperty({ type: 'integer', example: 1 })
  running: number;
  @ApiProperty({ type: 'integer', example: 3 })
  pending: number;
}

/** Why a node was offline the last time. */
export class ProviderErrorResponse {
  @ApiProperty({ example: 'it refuses connections: it is not running, or its address is wrong' })
  message: string;
  @ApiTime()
  at: string;
}

/** A node as it was last seen. */
export class ProviderResponse {
  @ApiProperty({ example: 'simulator' })
  id: string;
  @ApiProperty({ example: 'simulator' })
  name: string;
  @ApiProperty({ enum: ['comfyui', 'simulator'] })
  kind: 'comfyui' | 'simulator';
  @ApiProperty({ description: 'The node that is asked when none is named.' })
  is_default: boolean;
  @ApiProperty({
    enum: ['image', 'video'],
    isArray: true,
    description: 'What it may be asked for. Empty: it takes no new jobs.',
  })
  roles: ('image' | 'video')[];
  @ApiProperty({ enum: ['online', 'offline'] })
  status: 'online' | 'offline';
  @ApiPropertyOptional({
    description: 'Why it is offline.',
    example: 'it refuses connections: it is not running, or its address is wrong',
  })
  error?: string;
  @ApiPropertyOptional({ description: "ComfyUI's version.", example: '0.33.0' })
  version?: string;
  @ApiProperty({ type: () => [ProviderDeviceResponse] })
  devices: Plain<ProviderDeviceResponse>[];
  @ApiProperty({ type: () => ProviderQueueResponse })
  queue: Plain<ProviderQueueResponse>;
  @ApiProperty({ type: [String], description: 'Prompt ids of your jobs that run there.' })
  running: string[];
  @ApiTime({ nullable: true })
  last_seen_at: string | null;
  @ApiTime({ description: 'Since when it is online or offline, as far as this process saw.' })
  since: string;
  @ApiProperty({
    type: () => ProviderErrorResponse,
    nullable: true,
    description: 'Why it was offline the last time, since the service started.',
  })
  last_error: Plain<ProviderErrorResponse> | null;
  @ApiPropertyOptional({ description: 'Where it is; only for admins.' })
  base_url?: string;
}

/** A page of nodes, in the order of the configuration. */
export class ProviderPageResponse extends pageOf(ProviderResponse) {}

/** The data of a `provider` event. */
export class ProviderEventResponse extends ProviderResponse {
  @ApiPropertyOptional({ enum: [true], description: 'The configuration has it no longer.' })
  removed?: true;
}

export type ProviderRecord = Plain<ProviderResponse>;
