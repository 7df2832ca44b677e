import { PageQuery } from '../../../platform/http/paging';
import {
  AnyObject,
  OptionalAnyObject,
  OptionalStr,
  ReadOnlyField,
  Str,
} from '../../../platform/validation/body-fields';
import { PatchDto } from '../../../platform/validation/field';
import { QueryStr } from '../../../platform/validation/query-fields';

const NAME = { min: 1, max: 200, description: 'Display name.', example: 'Portrait, soft light' };
const WORKFLOW = {
  min: 1,
  max: 200,
  description: 'A workflow that the key may use.',
  example: 'sdxl-t2i',
};
const VALUES = {
  description:
    'Fields of a generate body, at most 64 kB. They are checked when a request sends them, not here.',
  example: { steps: 30, cfg: 6, negative: 'blurry' },
};

/** `POST /api/presets`. */
export class PresetDto {
  @Str(NAME) name: string;
  @Str(WORKFLOW) workflow: string;
  @AnyObject(VALUES) values: Record<string, unknown>;
  @ReadOnlyField() id?: unknown;
  @ReadOnlyField() created_at?: unknown;
  @ReadOnlyField() updated_at?: unknown;
  @ReadOnlyField() owner?: unknown;
}

/** `PATCH /api/presets/{id}`. `values` is replaced as a whole. */
export class PresetPatchDto extends PatchDto {
  @OptionalStr({ ...NAME, nullable: false }) name?: string;
  @OptionalStr({ ...WORKFLOW, nullable: false }) workflow?: string;
  @OptionalAnyObject({ ...VALUES, nullable: false }) values?: Record<string, unknown>;
  @OptionalStr({ nullable: false, description: 'The id in the path; it can’t be changed.' })
  id?: string;
  @ReadOnlyField() created_at?: unknown;
  @ReadOnlyField() updated_at?: unknown;
  @ReadOnlyField() owner?: unknown;
}

export class PresetParams {
  @Str({ min: 1, max: 200, description: "The preset's id.", example: 'pre_5kZ2rT9uQw1x' })
  id: string;
}

/** `GET /api/presets`. */
export class PresetsQuery extends PageQuery {
  @QueryStr({ max: 200, description: 'Only presets for this workflow.', example: 'sdxl-t2i' })
  workflow?: string;

  @QueryStr({
    max: 200,
    description: "Admins: an agent's presets, or `*` for all. Omitted: your own.",
    example: 'film-crew',
  })
  owner?: string;
}
