import { Menu, Slider, UnstyledButton } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { memo } from 'react';
import { countFilters, FILTER_GROUPS, isChosen, type GallerySearch, withoutUnset } from '../model';
import { MAX_ROW_HEIGHT, MIN_ROW_HEIGHT } from '../use-row-height';
import type { NameOf } from '../use-names';
import { galleryWords } from '../words';
import { chipsOf } from './filter-labels';
import { FilterChip } from './FilterChip';
import { MoreFilters } from './MoreFilters';
import styles from './filters.module.css';

interface FilterBarProps {
  readonly search: GallerySearch;
  readonly onChange: (search: GallerySearch) => void;
  readonly nameOf: NameOf;
  readonly rowHeight: number;
  readonly onRowHeight: (pixels: number) => void;
  /** Too narrow for all chips: the others are in a sheet. */
  readonly isNarrow: boolean;
  readonly hasSlider: boolean;
  readonly onOpenSheet: () => void;
}

/** The filters as chips, the order, and the size of tiles. */
export const FilterBar = memo(function FilterBar(props: FilterBarProps) {
  const { search, onChange, nameOf, rowHeight, onRowHeight, isNarrow, hasSlider } = props;
  const chips = isNarrow
    ? FILTER_GROUPS.filter((group) => isChosen(search, group))
    : chipsOf(search);
  const count = countFilters(search);
  return (
    <div className={styles.bar}>
      <div className={styles.chips}>
        {isNarrow && (
          <span className={`${styles.chip} ${count > 0 ? styles.chosen : ''}`}>
            <UnstyledButton className={styles.chipButton} onClick={props.onOpenSheet}>
              <span className={styles.chipLabel}>{galleryWords.filtersCount(count)}</span>
            </UnstyledButton>
          </span>
        )}
        {chips.map((group) => (
          <FilterChip key={group} {...{ group, search, onChange, nameOf }} />
        ))}
        {!isNarrow && <MoreFilters {...{ search, onChange, nameOf }} />}
      </div>
      <div className={styles.tools}>
        <SortMenu search={search} onChange={onChange} />
        {hasSlider && (
          <Slider
            className={styles.slider}
            classNames={{ track: styles.sliderTrack, thumb: styles.sliderThumb }}
            size={3}
            color="var(--text)"
            label={null}
            thumbLabel={galleryWords.size}
            min={MIN_ROW_HEIGHT}
            max={MAX_ROW_HEIGHT}
            step={4}
            value={rowHeight}
            onChange={onRowHeight}
          />
        )}
      </div>
    </div>
  );
});

const SORTS = ['created_at', 'rating', 'name', 'size'] as const;

function SortMenu({ search, onChange }: Pick<FilterBarProps, 'search' | 'onChange'>) {
  const current = search.sort ?? 'created_at';
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <UnstyledButton
          className={`${styles.chip} ${styles.sort}`}
          aria-label={`${galleryWords.sort}: ${galleryWords.sorts[current]}`}
        >
          {galleryWords.sorts[current]}
          <IconChevronDown size={16} stroke={1.5} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {SORTS.map((sort) => (
          <Menu.RadioItem
            key={sort}
            value={sort}
            checked={sort === current}
            checkIcon={<IconCheck size={14} stroke={2} aria-hidden="true" />}
            closeMenuOnClick
            onClick={() =>
              onChange(withoutUnset({ ...search, sort: sort === 'created_at' ? undefined : sort }))
            }
          >
            {galleryWords.sorts[sort]}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
