import { OptionalInt, OptionalStr, Str, StrArray } from '../../../platform/validation/body-fields';
import { PageQuery } from '../../../platform/http/paging';
import { QueryStr } from '../../../platform/validation/query-fields';
import { DATASET_ID } from './names';

/** `POST /api/lora-training/datasets` (spec §4.11). */
export class DatasetDto {
  @Str({
    ...DATASET_ID,
    description:
      'Name of the folder under `datasets` of the training root. It is created; only admins may register one that is there already.',
    example: 'mara',
  })
  id: string;

  @Str({ min: 1, max: 200, description: 'Display name.', example: 'Mara, spring' })
  name: string;

  @OptionalStr({ max: 5000, description: 'Free text.' })
  description?: string;

  @OptionalInt({
    min: 0,
    description: 'Accepted, but not used: the answer holds the number of pictures in the folder.',
  })
  image_count?: number;
}

export class DatasetParams {
  @Str({ ...DATASET_ID, description: "The dataset's id.", example: 'mara' })
  id: string;
}

/** `GET /api/lora-training/datasets`. */
export class DatasetsQuery extends PageQuery {
  @QueryStr({
    max: 200,
    description: "Admins: an agent's datasets, or `*` for all. Omitted: your own.",
    example: 'film-crew',
  })
  owner?: string;
}

const MAX_PATHS = 200;

/** `POST /api/lora-training/datasets/{id}/items`. */
export class NewItemsDto {
  @StrArray({
    min: 1,
    max: MAX_PATHS,
    item: { min: 1, max: 300 },
    description: 'Media paths of pictures that you can read: PNG, JPEG or WebP.',
    example: ['fox-5kZ2rT9uQw1x-0.png'],
  })
  paths: string[];

  @OptionalStr({
    max: 2000,
    default: '{description}',
    description:
      "The caption of each picture: `{description}` stands for the description of the media, and the toolkit replaces `[trigger]` by the run's trigger word.",
    example: '[trigger], {description}',
  })
  caption?: string;
}

/** `DELETE /api/lora-training/datasets/{id}/items`. */
export class ItemNamesDto {
  @StrArray({
    min: 1,
    max: MAX_PATHS,
    item: { min: 1, max: 1000 },
    description: 'Names of items, as the list answers them.',
    example: ['fox-5kZ2rT9uQw1x-0.png'],
  })
  names: string[];
}
