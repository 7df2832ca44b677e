import { TextInput } from '@mantine/core';
import { daysBack, type GallerySearch, withoutUnset } from '../model';
import { galleryWords } from '../words';
import type { FilterBodyProps } from './filter-body-props';
import { type FilterOption, FilterOptions } from './FilterOptions';
import styles from './filters.module.css';

/** The days when they were made. */
export function DateFilter({ search, onChange }: FilterBodyProps) {
  const today = daysBack(0);
  const starts = {
    today,
    week: daysBack(6),
    month: daysBack(29),
    year: `${today.slice(0, 4)}-01-01`,
  };
  const options = Object.entries(starts).map(([key, from]): FilterOption => ({
    value: from,
    label: galleryWords.days[key as keyof typeof starts],
    state: search.from === from && search.to === undefined ? 'on' : 'off',
  }));
  const set = (dates: Pick<GallerySearch, 'from' | 'to'>) =>
    onChange(withoutUnset({ ...search, ...dates }));
  return (
    <div className={styles.list}>
      <FilterOptions
        label={galleryWords.filterGroup.date}
        options={options}
        onChoose={(from) => set({ from: search.from === from ? undefined : from, to: undefined })}
      />
      <div className={styles.dates}>
        {(['from', 'to'] as const).map((field) => (
          <TextInput
            key={field}
            type="date"
            label={galleryWords[field]}
            value={search[field] ?? ''}
            max={today}
            onChange={({ currentTarget: { value } }) => set({ [field]: value || undefined })}
          />
        ))}
      </div>
    </div>
  );
}
