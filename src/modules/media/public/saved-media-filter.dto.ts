import {
  OptionalFlag,
  OptionalInt,
  OptionalOneOf,
  OptionalStr,
  OptionalStrArray,
} from '../../../platform/validation/body-fields';
import { usedSearch } from '../index/media-expression';
import { mediaFilterClass } from '../dto/media-filter-fields';

/** The filters of `GET /api/media` that can be kept: all but `collection` and `owner`. */
export class SavedMediaFilterDto extends mediaFilterClass({
  Str: OptionalStr,
  Int: OptionalInt,
  Flag: OptionalFlag,
  OneOf: OptionalOneOf,
  List: OptionalStrArray,
}) {}

/** A stored filter as it is used, which can be sent again. */
export const usedFilter = ({ q, ...filter }: SavedMediaFilterDto): SavedMediaFilterDto => ({
  ...filter,
  ...(q === undefined ? {} : { q: usedSearch(q) }),
});

/** Whether it narrows a list: an empty text or list does not. */
export const narrows = (filter: SavedMediaFilterDto): boolean =>
  Object.values(filter as Record<string, unknown>).some((value) =>
    typeof value === 'string'
      ? value.trim() !== ''
      : Array.isArray(value)
        ? value.length > 0
        : value !== undefined,
  );
