import { PageQuery } from '../../../platform/http/paging';
import {
  OptionalStr,
  OptionalStrArray,
  ReadOnlyField,
  Str,
} from '../../../platform/validation/body-fields';
import { PatchDto } from '../../../platform/validation/field';
import { SEARCH_WORDS } from '../../../platform/search-text';
import { QueryStr } from '../../../platform/validation/query-fields';

/** `GET /api/loras` and `GET /api/models/{folder}`. */
export class ModelsQuery extends PageQuery {
  @QueryStr({
    max: 200,
    words: SEARCH_WORDS,
    description:
      'Words, or parts of words, of the name, the title and the triggers: all of them; at most 20.',
    example: 'film grain',
  })
  q?: string;

  @QueryStr({
    max: 200,
    description: 'A part of the base model that the file names.',
    example: 'stable-diffusion-xl',
  })
  base_model?: string;

  @QueryStr({ max: 200, description: 'A provider id: only its files.', example: 'simulator' })
  provider?: string;
}

export class ModelFolderParams {
  @Str({
    min: 1,
    max: 100,
    pattern: /^[A-Za-z0-9_-]+$/,
    form: 'the name of a folder: letters, digits, _ and -',
    description: "A folder under the models of the nodes; GET /api/comfy/models lists a node's.",
    example: 'loras',
  })
  folder: string;
}

/** `PATCH /api/models/{folder}`. null goes back to what the file says. */
export class ModelPatchDto extends PatchDto {
  @Str({
    min: 1,
    max: 500,
    description: 'The file, as the list names it.',
    example: 'mira.safetensors',
  })
  name: string;

  @OptionalStr({ min: 1, max: 200, description: 'What people read.', example: 'Mira' })
  title?: string | null;

  @OptionalStrArray({
    max: 20,
    item: { min: 1, max: 200 },
    description: 'Words that a prompt must have for it to act.',
    example: ['mira'],
  })
  triggers?: string[] | null;

  @OptionalStr({ max: 200, description: 'Media path of a picture.' })
  preview?: string | null;

  @ReadOnlyField() base_model?: unknown;
  @ReadOnlyField() on?: unknown;
  @ReadOnlyField() recommended_strength?: unknown;
  @ReadOnlyField() last_used_at?: unknown;
}
