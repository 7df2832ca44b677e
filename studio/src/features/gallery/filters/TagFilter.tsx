import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTags } from '../../../api/media';
import { nextTagState, withoutGroup } from '../model';
import { galleryWords } from '../words';
import type { FilterBodyProps } from './filter-body-props';
import { type FilterOption, FilterOptions } from './FilterOptions';
import styles from './filters.module.css';
import { useFacetsFor } from './use-facets-for';

const TYPING_MS = 150;
/** The value of the option "untagged"; no tag contains a NUL character. */
const UNTAGGED = '\0none';

/** Tags that media have to have, or must not have. */
export function TagFilter({ search, onChange }: FilterBodyProps) {
  const [text, setText] = useState('');
  const [typed] = useDebouncedValue(text.trim(), TYPING_MS);
  const facets = useFacetsFor(search, 'tag');
  const { data: matching } = useTags(typed, { enabled: typed !== '' });
  const { tag = [], not_tag: excluded = [] } = search;
  const offered = typed === '' ? (facets?.tag ?? []) : (matching ?? []);
  const chosenButNotOffered = [...tag, ...excluded]
    .filter((value) => typed === '' && offered.every((option) => option.value !== value))
    .map((value) => ({ value, count: undefined }));
  const options = [...chosenButNotOffered, ...offered].map(({ value, count }): FilterOption => ({
    value,
    label: value,
    ...(count !== undefined && { count }),
    state: tag.includes(value) ? 'on' : excluded.includes(value) ? 'not' : 'off',
  }));
  const untagged: FilterOption = {
    value: UNTAGGED,
    label: galleryWords.untagged,
    state: search.untagged ? 'on' : 'off',
  };
  const choose = (value: string) => {
    const rest = withoutGroup(search, 'tag');
    if (value !== UNTAGGED) onChange(nextTagState(search, value));
    else onChange(search.untagged ? rest : { ...rest, untagged: true });
  };
  return (
    <>
      <FilterOptions
        label={galleryWords.filterGroup.tag}
        options={typed === '' ? [...options, untagged] : options}
        onChoose={choose}
        find={{ text, onChange: setText }}
      />
      <p className={styles.hint}>{galleryWords.tagAdvice}</p>
    </>
  );
}
