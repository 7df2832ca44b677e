import { PageQuery } from '../../../platform/http/paging';
import {
  OptionalNested,
  OptionalOneOf,
  OptionalStr,
  ReadOnlyField,
  Str,
  StrArray,
} from '../../../platform/validation/body-fields';
import { PatchDto } from '../../../platform/validation/field';
import { QueryFlag, QueryOneOf, QueryStr } from '../../../platform/validation/query-fields';
import { SavedMediaFilterDto } from '../../media/public/saved-media-filter.dto';
import { COLLECTION_KINDS, type CollectionKind } from '../collection.entity';

const NAME = { min: 1, max: 200, description: 'Display name.', example: 'Best of the foxes' };

const MAX_PATHS_PER_REQUEST = 1000;

/** `POST /api/collections`. */
export class CollectionDto {
  @Str(NAME) name: string;

  @OptionalOneOf(COLLECTION_KINDS, {
    default: 'manual',
    description: '`manual`: holds what you put into it. `saved`: holds what its `filter` finds.',
  })
  kind?: CollectionKind;

  @OptionalNested(() => SavedMediaFilterDto, {
    description:
      'Of a saved collection: parameters of `GET /api/media`, at least one. A saved collection shows each reader what that reader may see.',
    example: { tag: ['fox'], min_rating: 4 },
  })
  filter?: SavedMediaFilterDto;

  @ReadOnlyField() id?: unknown;
  @ReadOnlyField() count?: unknown;
  @ReadOnlyField() capped?: unknown;
  @ReadOnlyField() cover?: unknown;
  @ReadOnlyField() created_at?: unknown;
  @ReadOnlyField() updated_at?: unknown;
  @ReadOnlyField() owner?: unknown;
}

/** `PATCH /api/collections/{id}`. `filter` is replaced as a whole. */
export class CollectionPatchDto extends PatchDto {
  @OptionalStr({ ...NAME, nullable: false }) name?: string;

  @OptionalNested(() => SavedMediaFilterDto, {
    nullable: false,
    description: 'Of a saved collection only.',
    example: { tag: ['fox'], min_rating: 5 },
  })
  filter?: SavedMediaFilterDto;

  @OptionalStr({ nullable: false, description: 'The id in the path; it can’t be changed.' })
  id?: string;

  @OptionalOneOf(COLLECTION_KINDS, {
    nullable: false,
    description: 'The current kind; it can’t be changed.',
  })
  kind?: CollectionKind;

  @ReadOnlyField() count?: unknown;
  @ReadOnlyField() capped?: unknown;
  @ReadOnlyField() cover?: unknown;
  @ReadOnlyField() created_at?: unknown;
  @ReadOnlyField() updated_at?: unknown;
  @ReadOnlyField() owner?: unknown;
}

/** `POST` and `DELETE /api/collections/{id}/items`. */
export class CollectionItemsDto {
  @StrArray({
    min: 1,
    max: MAX_PATHS_PER_REQUEST,
    item: { min: 1, max: 200 },
    description: 'Paths of media that you can read.',
    example: ['kitchen-5f0c3b52-6f0e-4a77-9a1c-9f2b4b1f9a10-19581e27de7c-0.png'],
  })
  paths: string[];
}

export class CollectionParams {
  @Str({ min: 1, max: 200, description: "The collection's id.", example: 'col_5kZ2rT9uQw1xA3bC' })
  id: string;
}

/** `GET /api/collections`. */
export class CollectionsQuery extends PageQuery {
  @QueryOneOf(COLLECTION_KINDS, { description: 'Only collections of this kind.' })
  kind?: CollectionKind;

  @QueryFlag({
    default: false,
    description: 'Also answers `count`, `capped` and `cover` of each collection.',
  })
  with_counts?: boolean;

  @QueryStr({
    max: 200,
    description: "Admins: an agent's collections, or `*` for all. Omitted: your own.",
    example: 'film-crew',
  })
  owner?: string;
}
