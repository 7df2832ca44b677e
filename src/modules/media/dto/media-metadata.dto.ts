import {
  OptionalFlag,
  OptionalInt,
  OptionalStr,
  OptionalStrArray,
  ReadOnlyField,
} from '../../../platform/validation/body-fields';
import { PatchDto } from '../../../platform/validation/field';

export const MAX_TAG_LENGTH = 100;
/** Tags, or characters, of one media asset. */
export const MAX_LABELS = 100;

export const TAG_LIST = { max: MAX_LABELS, item: { min: 1, max: MAX_TAG_LENGTH } };
export const CHARACTER_LIST = {
  max: MAX_LABELS,
  item: { min: 1, max: 64, pattern: /^[a-zA-Z0-9_-]+$/ },
};

/** `PATCH /api/media/{path}/metadata`. An omitted field is unchanged, null resets it; a record can be sent back. */
export class MediaMetadataDto extends PatchDto {
  @OptionalStr({ nullable: false, description: 'If sent, it must be the path of the address.' })
  path?: string;

  @OptionalStr({ limit: 'prompt_chars', description: 'What it shows, for people.' })
  description?: string | null;

  @OptionalStrArray({ ...TAG_LIST, description: 'Replaces all tags.', example: ['best', 'cover'] })
  tags?: string[] | null;

  @OptionalStrArray({
    ...CHARACTER_LIST,
    description: 'Ids of the characters that it shows, which the key may use; replaces all.',
  })
  character_ids?: string[] | null;

  @OptionalFlag({ description: 'Whether to offer it for training datasets.' })
  included_in_training_dataset?: boolean | null;

  @OptionalFlag({ description: 'Whether it is a favourite.' })
  favourite?: boolean | null;

  @OptionalInt({ min: 0, max: 5, description: 'Stars; 0 is unrated.', example: 4 })
  rating?: number | null;

  @ReadOnlyField() name?: unknown;
  @ReadOnlyField() type?: unknown;
  @ReadOnlyField() mime?: unknown;
  @ReadOnlyField() size_bytes?: unknown;
  @ReadOnlyField() sha256?: unknown;
  @ReadOnlyField() width?: unknown;
  @ReadOnlyField() height?: unknown;
  @ReadOnlyField() duration?: unknown;
  @ReadOnlyField() fps?: unknown;
  @ReadOnlyField() has_audio?: unknown;
  @ReadOnlyField() prompt_id?: unknown;
  @ReadOnlyField() prompt?: unknown;
  @ReadOnlyField() workflow?: unknown;
  @ReadOnlyField() provider?: unknown;
  @ReadOnlyField() source?: unknown;
  @ReadOnlyField() owner?: unknown;
  @ReadOnlyField() made_from?: unknown;
  @ReadOnlyField() models?: unknown;
  @ReadOnlyField() loras?: unknown;
  @ReadOnlyField() seed?: unknown;
  @ReadOnlyField() placeholder?: unknown;
  @ReadOnlyField() trashed_at?: unknown;
  @ReadOnlyField() created_at?: unknown;
  @ReadOnlyField() duplicate?: unknown;
  @ReadOnlyField() restored?: unknown;
  @ReadOnlyField() url?: unknown;
  @ReadOnlyField() thumbnail_url?: unknown;
}
