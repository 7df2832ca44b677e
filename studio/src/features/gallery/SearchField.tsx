import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type Ref, useState } from 'react';
import styles from './SearchField.module.css';
import { galleryWords } from './words';

/** Typing rests so long before it is searched for. */
const TYPING_MS = 150;

interface SearchFieldProps {
  readonly ref: Ref<HTMLInputElement>;
  /** What is searched for. */
  readonly value: string;
  readonly onSearch: (words: string) => void;
  /** `24 found`. */
  readonly result: string;
  readonly onLeave: () => void;
}

/** Searches as you type. */
export function SearchField({ ref, value, onSearch, result, onLeave }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const [searched, setSearched] = useState(value);
  // Back, and links, change what is searched for from outside.
  if (value !== searched) {
    setSearched(value);
    if (value !== typed.trim()) setTyped(value);
  }
  const search = useDebouncedCallback(onSearch, TYPING_MS);
  const change = (words: string) => {
    setTyped(words);
    search(words.trim());
  };
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
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && typed === '') onLeave();
        if (event.key === 'Escape' && typed !== '') change('');
        if (event.key === 'ArrowDown' || event.key === 'Enter') {
          event.preventDefault();
          search.flush();
          onLeave();
        }
      }}
      leftSection={<IconSearch size={18} stroke={1.5} aria-hidden="true" />}
      styles={{ input: { paddingInlineEnd: (result === '' ? 12 : 96) + (typed === '' ? 0 : 28) } }}
      // As wide as it ever is: its text appears without moving.
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
              onClick={() => change('')}
            />
          )}
        </span>
      }
    />
  );
}
