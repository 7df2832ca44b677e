import { type MediaFacets, useMediaFacets } from '../../../api/media';
import { type FilterGroup, type GallerySearch, toFilter, withoutGroup } from '../model';

/** Counts as they are without what is chosen in the group itself, so that something else can be chosen. */
export const useFacetsFor = (search: GallerySearch, group: FilterGroup): MediaFacets | undefined =>
  useMediaFacets(toFilter(withoutGroup(search, group)), { enabled: true }).data;
