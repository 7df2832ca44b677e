import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { Ref } from 'react';
import { focusBeside } from '../../ui/focus-beside';
import { useSearchText } from '../../ui/use-search-text';
import styles from './SearchField.module.css';
import { galleryWords } from './words';

/** How long after the last keystroke the search starts. Milliseconds. */
const TYPING_MS = 150;

interface SearchFieldProps {
  readonly ref: Ref<HTMLInputElement>;
  /** The search text. */
  readonly value: string;
  readonly onSearch: (words: string) => void;
  /** `24 found`. */
  readonly result: string;
  readonly onLeave: () => void;
}

/** Searches as you type. */
export function SearchField({ ref, value, onSearch, result, onLeave }: SearchFieldProps) {
  const { typed, type, searchNow } = useSearchText(value, onSearch, TYPING_MS);
  return (
    <TextInput
      ref={ref}
      type="search"
      dir="auto"
      className={styles.field}
      classNames={{ input: styles.input, section: styles.section }}
      aria-label={galleryWords.search}
      placeholder={galleryWords.searchPlaceholder}
      value={typed}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && typed === '') onLeave();
        if (event.key === 'Escape' && typed !== '') type('');
        if (event.key === 'ArrowDown' || event.key === 'Enter') {
          event.preventDefault();
          searchNow();
          onLeave();
        }
      }}
      leftSection={<IconSearch size={18} stroke={1.5} aria-hidden="true" />}
      styles={{ input: { paddingInlineEnd: (result === '' ? 12 : 96) + (typed === '' ? 0 : 28) } }}
      // As wide as the longest result, so that nothing moves when one appears.
      rightSectionWidth={124}
      rightSectionPointerEvents="none"
      rightSection={
        <span className={styles.right}>
          <span className={styles.result} role="status">
            {result}
          </span>
          {typed !== '' && (
            <CloseButton
              size={24}
              className={styles.clear}
              aria-label={galleryWords.clearSearch}
              onClick={({ currentTarget }) => {
                focusBeside(currentTarget);
                type('');
              }}
            />
          )}
        </span>
      }
    />
  );
}
