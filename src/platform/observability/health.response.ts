import { ApiProperty, getSchemaPath, ApiExtraModels } from '@nestjs/swagger';
import type { HealthPart, HealthStatus } from './health.registry';

export class HealthPartAnswer {
  @ApiProperty({
    enum: ['ok', 'degraded', 'off'],
    description: "`off` is a feature that isn't installed.",
  })
  status: HealthStatus;

  @ApiProperty({ required: false, example: '52.3 GB free' })
  detail?: string;

  @ApiProperty({
    required: false,
    type: [String],
    description: 'A few names of what is concerned. For admins only.',
    example: ['files/3f/sdxl-t2i-0b6e1c52-0.png'],
  })
  names?: readonly string[];
}

@ApiExtraModels(HealthPartAnswer)
export class HealthAnswer {
  @ApiProperty({ enum: ['ok', 'degraded'] })
  status: 'ok' | 'degraded';

  @ApiProperty({ example: '0.1.0' })
  version: string;

  @ApiProperty({ format: 'date-time' })
  started_at: string;

  @ApiProperty({ type: 'integer', minimum: 0 })
  uptime_seconds: number;

  @ApiProperty({
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(HealthPartAnswer) },
    description: 'By part: database, disk, config, nodes, ffmpeg, library, webhooks and more.',
    example: { database: { status: 'ok' }, ffmpeg: { status: 'off', detail: 'Not installed.' } },
  })
  parts: Readonly<Record<string, HealthPart>>;
}

export class LiveAnswer {
  @ApiProperty({ example: true })
  ok: boolean;
}
