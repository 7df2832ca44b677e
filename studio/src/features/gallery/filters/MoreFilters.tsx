import { Popover, UnstyledButton } from '@mantine/core';
import { type GallerySearch, withoutUnset } from '../model';
import type { NameOf } from '../use-names';
import { galleryWords } from '../words';
import { UNDER_MORE } from './filter-labels';
import { FilterBody } from './FilterBody';
import { type FilterOption, FilterOptions } from './FilterOptions';
import styles from './filters.module.css';

interface MoreFiltersProps {
  readonly search: GallerySearch;
  readonly onChange: (search: GallerySearch) => void;
  readonly nameOf: NameOf;
}

/** The rarer filters, the trash and near duplicates. */
export function MoreFilters(props: MoreFiltersProps) {
  return (
    <span className={styles.chip}>
      <Popover position="bottom-start" width={280} shadow="md" trapFocus returnFocus>
        <Popover.Target>
          <UnstyledButton className={styles.chipButton}>
            <span className={styles.chipLabel}>{galleryWords.more}</span>
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown>
          <div className={styles.stack}>
            {UNDER_MORE.map((group) => (
              <section key={group}>
                <h3 className={styles.groupTitle}>{galleryWords.filterGroup[group]}</h3>
                <FilterBody group={group} {...props} />
              </section>
            ))}
            <Places {...props} />
          </div>
        </Popover.Dropdown>
      </Popover>
    </span>
  );
}

/** Views of other media than the list: the trash and near duplicates. */
export function Places({ search, onChange }: Omit<MoreFiltersProps, 'nameOf'>) {
  const options: FilterOption[] = [
    { value: 'trashed', label: galleryWords.trash, state: search.trashed ? 'on' : 'off' },
    { value: 'duplicates', label: galleryWords.duplicates, state: 'off' },
  ];
  return (
    <FilterOptions
      label={galleryWords.more}
      options={options}
      onChoose={(place) =>
        onChange(
          place === 'duplicates'
            ? { show: 'duplicates' }
            : withoutUnset({ ...search, trashed: search.trashed ? undefined : (true as const) }),
        )
      }
    />
  );
}
