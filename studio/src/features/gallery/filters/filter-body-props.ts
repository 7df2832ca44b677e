import type { FilterGroup, GallerySearch } from '../model';
import type { NameOf } from '../use-names';

export interface FilterBodyProps {
  readonly group: FilterGroup;
  readonly search: GallerySearch;
  readonly onChange: (search: GallerySearch) => void;
  readonly nameOf: NameOf;
}
