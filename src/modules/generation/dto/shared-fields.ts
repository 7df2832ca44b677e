import { OptionalNum, OptionalStr, Str } from '../../../platform/validation/body-fields';

/** A character that a request binds. */
export class CharacterBindingDto {
  @Str({ min: 1, description: 'Character id; from GET /api/characters.', example: 'mara' })
  id: string;

  @OptionalStr({
    description: 'What the character does in this picture; a note, not applied.',
    example: 'the keeper',
  })
  role?: string;

  @OptionalStr({
    description:
      "Media path of a picture of the character, for a workflow that takes pictures. Omitted: the character's first source image that you can read, where it doesn't change the mode.",
  })
  reference_image?: string;

  @OptionalNum({
    min: -100,
    max: 100,
    description: "The strength of the character's LoRAs, in place of its own.",
    example: 0.8,
  })
  lora_strength?: number;
}

/** Letters, digits, space and `._-/`, no dot segments; the length is checked separately. */
export const FILENAME_PREFIX = /^(?!(?:.*\/)?\.{1,2}(?:\/|$))[A-Za-z0-9 ._/-]*$/;

/** The rule in words, for the error message. */
export const FILENAME_PREFIX_FORM =
  'letters, digits, spaces and `._-/`, with no `.` or `..` between slashes';
