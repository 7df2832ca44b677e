import {
  AnyArray,
  AnyObject,
  OptionalFlag,
  OptionalInt,
  OptionalNestedArray,
  OptionalOneOf,
  OptionalStr,
  Str,
} from '../../../platform/validation/body-fields';
import { PageQuery } from '../../../platform/http/paging';
import { QueryInt, QueryOneOf, QueryStr } from '../../../platform/validation/query-fields';
import { BATCH_MODES, type BatchMode } from '../batch-runs';
import { MAX_RUNS } from '../public/batch-creator';
import { BATCH_STATUSES, type BatchStatus } from '../records/batch.entity';

const MAX_AXES = 16;

/** One axis of a batch. */
export class BatchAxisDto {
  @Str({
    min: 1,
    max: 300,
    description:
      'A field of the generate body, or `workflow_params.<name>`; not `type` or `submit`.',
    example: 'steps',
  })
  param: string;

  @AnyArray({
    min: 1,
    max: MAX_RUNS,
    description: 'The values that the runs get. null leaves the field out.',
    example: [15, 30],
  })
  values: unknown[];
}

/** `POST /api/batches`. */
export class BatchDto {
  @OptionalStr({ max: 200, description: 'Display name.', example: 'Steps and guidance' })
  name?: string;

  @AnyObject({
    description:
      'A body of `POST /api/image/generate` or `POST /api/video/generate` with `type`: `image` or `video`. Fields that an axis sets may be left out. Without a seed, one is drawn for the whole batch.',
    example: {
      type: 'image',
      workflow: 'sdxl-t2i',
      provider: 'auto',
      prompt: 'a lighthouse on a cliff at dusk',
    },
  })
  base: Record<string, unknown>;

  @OptionalNestedArray(() => BatchAxisDto, {
    max: MAX_AXES,
    description: 'What differs between the runs.',
  })
  axes?: BatchAxisDto[];

  @OptionalOneOf(BATCH_MODES, {
    default: 'product',
    description: 'product: every combination; zip: the first values together, then the second …',
  })
  mode?: BatchMode;

  @OptionalInt({
    min: 1,
    max: MAX_RUNS,
    default: 1,
    description: 'Runs of each combination: with the seed, the seed + 1 …',
  })
  count?: number;

  @OptionalFlag({
    default: false,
    description: 'Answer what would happen, and store nothing.',
  })
  dry_run?: boolean;
}

export class BatchParams {
  @Str({ min: 1, max: 200, description: "The batch's id.", example: 'bat_5kZ2rT9uQw1x' })
  id: string;
}

/** `GET /api/batches`. */
export class BatchesQuery extends PageQuery {
  @QueryOneOf(BATCH_STATUSES, { description: 'Only batches in this state.' })
  status?: BatchStatus;

  @QueryStr({
    max: 200,
    description: "Admins: an agent's batches, or `*` for all. Omitted: your own.",
    example: 'film-crew',
  })
  owner?: string;
}

/** `GET /api/batches/{id}/contact-sheet`. */
export class ContactSheetQuery {
  @QueryInt({ min: 1, max: MAX_RUNS, default: 1, description: '64 cells a page.' })
  page?: number;
}
