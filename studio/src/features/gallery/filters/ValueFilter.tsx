import { useState } from 'react';
import type { MediaFacets } from '../../../api/media';
import { withoutGroup } from '../model';
import type { NameOf } from '../use-names';
import { galleryWords } from '../words';
import type { FilterBodyProps } from './filter-body-props';
import { type FilterOption, FilterOptions } from './FilterOptions';
import { useFacetsFor } from './use-facets-for';

/** Longer lists have a field to find something in them. */
const FIND_FROM = 9;
/** Options that aren't values; no value begins with these. */
const NONE = '\0none';
const ANY = '\0any';

type ValueGroup = 'type' | 'character' | 'workflow' | 'model' | 'lora' | 'source';

/** One value of many, each with how many media have it. */
export function ValueFilter({
  group,
  search,
  onChange,
  nameOf,
}: FilterBodyProps & { group: ValueGroup }) {
  const [text, setText] = useState('');
  const facets = useFacetsFor(search, group);
  const chosen = group === 'character' && search.no_character ? NONE : search[group];
  const options = optionsOf(group, facets, nameOf).map((option): FilterOption => ({
    ...option,
    state: option.value === chosen ? 'on' : 'off',
  }));
  const wanted = text.toLowerCase();
  const choose = (value: string) => {
    const rest = withoutGroup(search, group);
    if (value === chosen || value === ANY) onChange(rest);
    else if (value === NONE) onChange({ ...rest, no_character: true });
    else onChange({ ...rest, [group]: value });
  };
  return (
    <FilterOptions
      label={galleryWords.filterGroup[group]}
      options={options.filter(({ label }) => label.toLowerCase().includes(wanted))}
      onChoose={choose}
      {...(options.length >= FIND_FROM && { find: { text, onChange: setText } })}
    />
  );
}

function optionsOf(group: ValueGroup, facets: MediaFacets | undefined, nameOf: NameOf) {
  if (group === 'source')
    return Object.entries(galleryWords.sources).map(([value, label]) => ({ value, label }));
  const counted = (facets?.[group] ?? []).map(({ value, count }) => ({
    value,
    count,
    label: group === 'type' ? typeLabel(value) : nameOf(group, value),
  }));
  if (group === 'type') return [{ value: ANY, label: galleryWords.anyType }, ...counted];
  return group === 'character'
    ? [...counted, { value: NONE, label: galleryWords.withoutCharacter }]
    : counted;
}

const typeLabel = (type: string) =>
  type in galleryWords.types ? galleryWords.types[type as keyof typeof galleryWords.types] : type;
