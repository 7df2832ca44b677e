import {
  OptionalFlag,
  OptionalInt,
  OptionalNested,
  OptionalStr,
  OptionalStrArray,
  ReadOnlyField,
  Str,
  StrArray,
} from '../../../platform/validation/body-fields';
import { PageQuery } from '../../../platform/http/paging';
import { QueryOneOf, QueryStr } from '../../../platform/validation/query-fields';
import { MediaSelectionFilterDto } from '../../media/public/media-selections';
import { DATASET_ID } from './names';

/** `POST /api/lora-training/datasets`. */
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

  @ReadOnlyField() source?: unknown;
  @ReadOnlyField() frozen_by?: unknown;
  @ReadOnlyField() created_at?: unknown;
  @ReadOnlyField() owner?: unknown;
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

export class ItemParams extends DatasetParams {
  @Str({ min: 1, max: 1000, description: 'The name of the item.', example: 'kitchen.png' })
  name: string;
}

/** `GET /api/lora-training/datasets/{id}/items/{name}/file`. */
export class ItemFileQuery {
  @QueryOneOf([256, 512, 1024], {
    description: 'The edge in pixels of the square that it fits into. Omitted: the file itself.',
  })
  thumbnail?: number;
}

/** Pictures of a dataset, and so of one request. Folders that were registered may have more. */
export const MAX_PICTURES = 1000;

/** `POST /api/lora-training/datasets/{id}/items`. */
export class NewItemsDto {
  @OptionalStrArray({
    min: 1,
    max: MAX_PICTURES,
    item: { min: 1, max: 300 },
    description:
      'Media paths of pictures that you can read: PNG, JPEG or WebP. Send these, or a filter.',
    example: ['fox-5kZ2rT9uQw1x-0.png'],
  })
  paths?: string[];

  @OptionalNested(() => MediaSelectionFilterDto, {
    description: `The filters of \`GET /api/media\`, \`collection\` and \`character\` among them: the pictures that they find, at most ${MAX_PICTURES}. Yours only; admins may send \`owner\`, \`*\` for all.`,
  })
  filter?: MediaSelectionFilterDto;

  @OptionalFlag({
    default: false,
    description:
      'Only media whose `included_in_training_dataset` is set. With a filter, or without one.',
  })
  included_in_training_dataset?: boolean;

  @OptionalFlag({
    default: false,
    description: 'Copies nothing; answers what would be copied as `changed`.',
  })
  dry_run?: boolean;

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
    max: MAX_PICTURES,
    item: { min: 1, max: 1000 },
    description: 'Names of items, as the list answers them.',
    example: ['fox-5kZ2rT9uQw1x-0.png'],
  })
  names: string[];
}

/** `GET /api/lora-training/datasets/{id}/report`. */
export class DatasetReportQuery {
  @QueryStr({
    min: 1,
    max: 200,
    description: 'The trigger word that captions should have, as an alternative to `[trigger]`.',
    example: 'mara_tok',
  })
  trigger_word?: string;

  @QueryStr({
    min: 1,
    max: 128,
    description:
      'The template of the run: its model and resolutions decide on the buckets. Default: that of runs.',
    example: 'sdxl_identity',
  })
  base_config?: string;
}
