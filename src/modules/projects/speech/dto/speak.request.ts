import { OptionalAnyObject, OptionalStr, Str } from '../../../../platform/validation/body-fields';
import { MAX_SPEECH_CHARS } from '../../../speech/public/speech-synthesizer';

/** `POST /api/voices/speak`: exactly one of `character`, `project` and `voice_id`. */
export class SpeakDto {
  @Str({
    min: 1,
    max: MAX_SPEECH_CHARS,
    pattern: /\S/,
    form: 'a text that can be spoken',
    description: 'What to say.',
    example: 'The tide is early tonight.',
  })
  text: string;

  @OptionalStr({ min: 1, max: 64, description: 'Id of a character: speaks with its `voice`.' })
  character?: string;

  @OptionalStr({
    min: 1,
    max: 100,
    description: 'Id of a project: speaks with its `narrator_voice`. For its owner only.',
  })
  project?: string;

  @OptionalStr({ min: 1, max: 200, description: 'A voice, as GET /api/voices lists it.' })
  voice_id?: string;

  @OptionalStr({
    min: 1,
    max: 100,
    default: 'elevenlabs',
    description: 'The speech provider of `voice_id`; only together with it.',
  })
  provider?: string;

  @OptionalAnyObject({
    description:
      'Settings of the provider, in place of those of the voice that have the same name; at most 32 kB.',
    acceptsUnknownFields: true,
    example: { speed: 0.9 },
  })
  settings?: Record<string, unknown>;
}
