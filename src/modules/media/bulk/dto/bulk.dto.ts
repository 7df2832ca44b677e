import {
  OptionalFlag,
  OptionalInt,
  OptionalNested,
  OptionalStrArray,
} from '../../../../platform/validation/body-fields';
import { MediaFilterDto } from '../../dto/media-filter.dto';
import { CHARACTER_LIST, TAG_LIST } from '../../dto/media-metadata.dto';

/** Media that one request may name. */
export const MAX_PATHS = 1_000;

/** The media of a request for several: exactly one of `paths` and `filter`. */
export class MediaSelectionDto {
  @OptionalStrArray({
    min: 1,
    max: MAX_PATHS,
    item: { min: 1, max: 200 },
    description: 'Paths of media. Send these or a filter.',
    example: ['kitchen-5f0c3b52-6f0e-4a77-9a1c-9f2b4b1f9a10-19581e27de7c-0.png'],
  })
  paths?: string[];

  @OptionalNested(() => MediaFilterDto, {
    description:
      'The filters of `GET /api/media`, at least one. Yours only; admins may send `owner`, `*` for all.',
  })
  filter?: MediaFilterDto;

  @OptionalFlag({ default: false, description: 'Only answers the `count` of matches.' })
  dry_run?: boolean;

  @OptionalInt({
    min: 0,
    description: 'Changes nothing unless so many match (409 `count_changed`).',
    example: 12,
  })
  expected_count?: number;
}

/** `POST /api/media/metadata`. */
export class BulkMetadataDto extends MediaSelectionDto {
  @OptionalStrArray({ ...TAG_LIST, description: 'Tags to add.', example: ['best'] })
  add_tags?: string[];

  @OptionalStrArray({ ...TAG_LIST, description: 'Tags to remove.', example: ['draft'] })
  remove_tags?: string[];

  @OptionalStrArray({ ...CHARACTER_LIST, description: 'Replaces the characters that they show.' })
  character_ids?: string[];

  @OptionalFlag({ description: 'Whether to offer them for training datasets.' })
  included_in_training_dataset?: boolean;

  @OptionalFlag({ description: 'Whether they are favourites.' })
  favourite?: boolean;

  @OptionalInt({ min: 0, max: 5, description: 'Stars; 0 is unrated.', example: 4 })
  rating?: number;
}
