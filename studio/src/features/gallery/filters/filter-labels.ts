import { FILTER_GROUPS, type FilterGroup, type GallerySearch, isChosen } from '../model';
import type { NameOf } from '../use-names';
import { galleryWords } from '../words';

/** What a chip says about the chosen values of its group: `Mara`, `3 tags`, `since 2026-01-31`. */
export function chosenLabel(search: GallerySearch, group: FilterGroup, nameOf: NameOf): string {
  return LABELS[group](search, nameOf) ?? galleryWords.filterGroup[group];
}

type Label = (search: GallerySearch, nameOf: NameOf) => string | undefined;

const named =
  (group: 'workflow' | 'model' | 'lora' | 'collection'): Label =>
  (search, nameOf) => {
    const value = search[group];
    return value === undefined ? undefined : nameOf(group, value);
  };

const LABELS: Readonly<Record<FilterGroup, Label>> = {
  type: ({ type }) => type && galleryWords.types[type],
  character: ({ character, no_character: isNone }, nameOf) =>
    isNone ? galleryWords.withoutCharacter : character && nameOf('character', character),
  tag: tagLabel,
  workflow: named('workflow'),
  model: named('model'),
  lora: named('lora'),
  collection: named('collection'),
  rating: ratingLabel,
  date: ({ from, to }) => (from ?? to) && galleryWords.between(from, to),
  source: ({ source }) => source && galleryWords.sources[source],
  trash: ({ trashed }) => (trashed ? galleryWords.trash : undefined),
  other: ({ provider }) => provider ?? galleryWords.otherChosen,
};

function tagLabel({ tag = [], not_tag: not = [], untagged }: GallerySearch): string | undefined {
  if (untagged) return galleryWords.untagged;
  const labels = [...tag, ...not.map(galleryWords.notTag)];
  return labels.length > 1 ? galleryWords.tagsChosen(labels.length) : labels[0];
}

function ratingLabel({ min_rating: min, favourite }: GallerySearch): string | undefined {
  const labels = [favourite && galleryWords.favourites, min && galleryWords.ratingFrom(min)];
  return labels.filter(Boolean).join(' · ') || undefined;
}

/** The groups that always have a chip; the others are chosen under "More", and have one then. */
const ALWAYS: readonly FilterGroup[] = [
  'type',
  'character',
  'tag',
  'workflow',
  'rating',
  'date',
  'collection',
];
/** Groups that "More" offers. */
export const UNDER_MORE: readonly FilterGroup[] = ['source', 'model', 'lora'];

export const chipsOf = (search: GallerySearch): readonly FilterGroup[] => [
  ...ALWAYS,
  ...FILTER_GROUPS.filter((group) => !ALWAYS.includes(group) && isChosen(search, group)),
];
