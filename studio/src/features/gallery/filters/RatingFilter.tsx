import { withoutUnset } from '../model';
import { galleryWords } from '../words';
import type { FilterBodyProps } from './filter-body-props';
import { type FilterOption, FilterOptions } from './FilterOptions';

const KEPT = 'kept';

/** The least rating, and whether it is kept. */
export function RatingFilter({ search, onChange }: FilterBodyProps) {
  const { min_rating: min, favourite } = search;
  const stars = [5, 4, 3, 2, 1].map((rating): FilterOption => ({
    value: String(rating),
    label: galleryWords.ratingFrom(rating),
    state: rating === min ? 'on' : 'off',
  }));
  const kept: FilterOption = {
    value: KEPT,
    label: galleryWords.favourites,
    state: favourite ? 'on' : 'off',
  };
  const choose = (value: string) => {
    const rating = Number(value);
    if (value === KEPT)
      onChange(withoutUnset({ ...search, favourite: favourite ? undefined : (true as const) }));
    else onChange(withoutUnset({ ...search, min_rating: rating === min ? undefined : rating }));
  };
  return (
    <FilterOptions
      label={galleryWords.filterGroup.rating}
      options={[kept, ...stars]}
      onChoose={choose}
    />
  );
}
