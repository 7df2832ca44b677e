import { Button, Drawer } from '@mantine/core';
import { type FilterGroup, type GallerySearch, withoutFilters } from '../model';
import type { NameOf } from '../use-names';
import { galleryWords } from '../words';
import { FilterBody } from './FilterBody';
import { Places } from './MoreFilters';
import styles from './filters.module.css';

const GROUPS: readonly FilterGroup[] = [
  'type',
  'character',
  'tag',
  'rating',
  'date',
  'workflow',
  'collection',
  'source',
  'model',
  'lora',
];

/** Has the focus when the sheet opens. */
const FOCUSED = { 'data-autofocus': true };

interface FiltersSheetProps {
  readonly search: GallerySearch;
  readonly onChange: (search: GallerySearch) => void;
  readonly nameOf: NameOf;
  readonly total: number;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** All filters one below the other, for windows without room for chips. */
export function FiltersSheet({ total, isOpen, onClose, ...body }: FiltersSheetProps) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="bottom"
      size="85%"
      title={galleryWords.filters}
      // Not the first field: it would open the keyboard of a phone.
      closeButtonProps={{ 'aria-label': galleryWords.close, ...FOCUSED }}
    >
      <div className={styles.stack}>
        {GROUPS.map((group) => (
          <section key={group}>
            <h3 className={styles.groupTitle}>{galleryWords.filterGroup[group]}</h3>
            <FilterBody group={group} {...body} />
          </section>
        ))}
        <Places {...body} />
        <div className={styles.sheetFoot}>
          <Button onClick={() => body.onChange(withoutFilters(body.search))}>
            {galleryWords.reset}
          </Button>
          <Button variant="filled" onClick={onClose}>
            {galleryWords.show(total)}
          </Button>
        </div>
      </div>
    </Drawer>
  );
}
