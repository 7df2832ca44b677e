import { ApiProperty } from '@nestjs/swagger';
import { ApiAnyObject } from '../../../platform/openapi/answer-fields';
import { OptionalAnyObject, OptionalStr, Str } from '../../../platform/validation/body-fields';

/** The voice of a character or of a narrator. */
export interface VoiceConfig {
  readonly provider: string;
  readonly voice_id: string;
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The voice of a character or of a narrator, in requests. */
export class VoiceConfigDto {
  @OptionalStr({ min: 1, max: 100, default: 'elevenlabs', description: 'Speech provider.' })
  provider?: string;

  @Str({ min: 1, max: 200, description: "The provider's id of the voice.", example: 'EXAVITQu4vr' })
  voice_id: string;

  @OptionalStr({ max: 200, description: 'Display name.', example: 'Sarah' })
  name?: string;

  @OptionalAnyObject({
    description: 'Provider-specific settings.',
    acceptsUnknownFields: true,
    example: { stability: 0.5 },
  })
  settings?: Record<string, unknown>;
}

export class VoiceConfigResponse {
  @ApiProperty({ example: 'elevenlabs' })
  provider: string;
  @ApiProperty({ example: 'EXAVITQu4vr' })
  voice_id: string;
  @ApiProperty({ example: 'Sarah' })
  name: string;
  @ApiAnyObject({ example: { stability: 0.5 } })
  settings: Readonly<Record<string, unknown>>;
}

/** The voice as it is stored: omitted fields have their defaults. */
export const voiceConfig = ({
  provider,
  voice_id,
  name,
  settings,
}: VoiceConfigDto): VoiceConfig => ({
  provider: provider ?? 'elevenlabs',
  voice_id,
  name: name ?? '',
  settings: settings ?? {},
});
