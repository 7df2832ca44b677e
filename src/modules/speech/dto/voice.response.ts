import { ApiProperty } from '@nestjs/swagger';
import { pageOf } from '../../../platform/http/page.response';
import { ApiNullable } from '../../../platform/openapi/answer-fields';
import type { Plain } from '../../../platform/plain';

export class VoiceResponse {
  @ApiProperty({ example: 'elevenlabs' })
  provider: string;
  @ApiProperty({ example: 'EXAVITQu4vr4xnSDxMaL' })
  voice_id: string;
  @ApiProperty({ example: 'Sarah' })
  name: string;
  @ApiProperty({ example: 'A calm voice for stories.' })
  description: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'What the provider says about the voice.',
    example: { accent: 'british', gender: 'female' },
  })
  labels: Readonly<Record<string, string>>;
  @ApiNullable('string', { description: 'Address of a sample of the voice at its provider.' })
  preview_url: string | null;
}

export class UnavailableProviderResponse {
  @ApiProperty({ example: 'openai' })
  provider: string;
  @ApiProperty({ description: 'An error code.', example: 'speech_unreachable' })
  code: string;
  @ApiProperty({ example: 'openai does not answer: it refuses connections.' })
  detail: string;
}

/** `GET /api/voices`. */
export class VoicePageResponse extends pageOf(VoiceResponse) {
  @ApiProperty({
    type: [UnavailableProviderResponse],
    description: 'Providers whose voices are missing above, and why.',
  })
  unavailable: UnavailableProvider[];
}

export type UnavailableProvider = Plain<UnavailableProviderResponse>;
export type VoicePage = Plain<VoicePageResponse>;
