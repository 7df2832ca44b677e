import {
  OneOf,
  OptionalAnyObject,
  OptionalFlag,
  OptionalOneOf,
  OptionalStr,
  OptionalStrArray,
  Str,
} from '../../../platform/validation/body-fields';
import { ONLY, type Only } from '../generate/bulk-choice';
import { TAKE_KINDS, type TakeKind } from '../records/take.entity';
import { ProjectParams } from './project.request';

const DRY_RUN = {
  default: false,
  description: 'Answer what would be made, and store nothing.',
};

/** `POST /api/projects/{project_id}/generate`. */
export class GenerateDto {
  @OneOf(TAKE_KINDS, { description: 'What to make of each shot.', example: 'image' })
  kind: TakeKind;

  @OptionalOneOf(ONLY, {
    default: 'missing',
    description:
      'missing: shots without a selected take of this kind; stale: shots whose selected take is stale; all: every shot that isn’t locked.',
  })
  only?: Only;

  @OptionalStrArray({
    min: 1,
    max: 1000,
    item: { min: 1, max: 200 },
    description: 'Only these shots, in any order. Omitted: all shots of the project.',
  })
  shot_ids?: string[];

  @OptionalStr({ min: 1, description: 'For image and video: a workflow id.', example: 'sdxl-t2i' })
  workflow?: string;

  @OptionalStr({ description: 'For image and video: a provider id, or "auto".', example: 'auto' })
  provider?: string;

  @OptionalAnyObject({
    description:
      'For image and video: further fields of the generate body, the same for every shot. What they leave out follows from the shot. At most 32 kB.',
    acceptsUnknownFields: true,
    example: { steps: 20 },
  })
  fields?: Record<string, unknown>;

  @OptionalFlag(DRY_RUN)
  dry_run?: boolean;
}

/** `POST /api/projects/{project_id}/regenerate`. */
export class RegenerateDto {
  @OptionalFlag(DRY_RUN)
  dry_run?: boolean;
}

export class GenerationParams extends ProjectParams {
  @Str({ min: 1, max: 200, description: "The generation's id.", example: 'gen_3eD4cV5fR6tG7bHn' })
  generation_id: string;
}
