import { Popover, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { focusBeside } from '../../../ui/focus-beside';
import { isChosen, withoutGroup } from '../model';
import { galleryWords } from '../words';
import { chosenLabel } from './filter-labels';
import type { FilterBodyProps } from './filter-body-props';
import { FilterBody } from './FilterBody';
import styles from './filters.module.css';

const HAS_NO_CHOICES = ['trash', 'other'];

/** A group of filters: opens its choices, and says and removes what is chosen. */
export function FilterChip(props: FilterBodyProps) {
  const { group, search, onChange, nameOf } = props;
  const chosen = isChosen(search, group);
  const label = chosenLabel(search, group, nameOf);
  const hasChevron = group === 'type';
  const classes = [styles.chip, chosen && styles.chosen, chosen && !hasChevron && styles.hasRemove];
  return (
    <span className={classes.filter(Boolean).join(' ')}>
      <Popover position="bottom-start" width={280} shadow="md" trapFocus returnFocus>
        <Popover.Target>
          <UnstyledButton
            className={styles.chipButton}
            disabled={HAS_NO_CHOICES.includes(group)}
            aria-label={chosen ? `${galleryWords.filterGroup[group]}: ${label}` : label}
          >
            <span dir="auto" className={styles.chipLabel}>
              {label}
            </span>
            {hasChevron && <IconChevronDown size={16} stroke={1.5} aria-hidden="true" />}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown>
          <FilterBody {...props} />
        </Popover.Dropdown>
      </Popover>
      {chosen && !hasChevron && (
        <UnstyledButton
          className={styles.chipRemove}
          aria-label={galleryWords.remove(label)}
          onClick={({ currentTarget }) => {
            focusBeside(currentTarget);
            onChange(withoutGroup(search, group));
          }}
        >
          <IconX size={16} stroke={1.5} aria-hidden="true" />
        </UnstyledButton>
      )}
    </span>
  );
}
