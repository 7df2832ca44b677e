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

// Fields that image and video requests have in common.

export const PROVIDER = {
  description:
    'Provider id, from GET /api/providers; or "auto": the node that can run it with the shortest expected wait.',
  example: 'auto',
};
export const WORKFLOW_PARAMS = {
  description:
    'Further params of the workflow by name, and inputs of its graph as `node_<id>.<input>`. `loras` is a list of `{name, strength (1), strength_clip?, target?: both|high|low}`.',
  acceptsUnknownFields: true,
  example: {},
};
export const FILENAME_PREFIX_FIELD = {
  min: 1,
  max: 100,
  pattern: FILENAME_PREFIX,
  form: 'letters, digits, spaces and `._-/`, with no `.` or `..` between slashes',
  description:
    'Readable prefix of the file names in the catalogue: letters, digits, space and `._-/`, no dot segments. Omitted: the workflow id.',
};
export const PRIORITY = {
  default: 'normal',
  description: 'Orders your own waiting jobs, never those of others.',
};
export const PREVIEWS = {
  default: false,
  description:
    "Ask the node for a picture of each step: `preview` events and `GET /api/jobs/{prompt_id}/preview`. Without it the node's own setting holds.",
};
export const SUBMIT = {
  default: true,
  description: 'false: answer the graph and queue nothing. Nothing is stored, staged or counted.',
};
