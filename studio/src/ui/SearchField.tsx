import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import styles from './SearchField.module.css';
import { useSearchText } from './use-search-text';

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  /** Called 200 ms after the last key, without spaces at the ends. */
  readonly onChange: (value: string) => void;
}

const PAUSE_MS = 200;

/** A search as you type. Esc clears it. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const { typed, type } = useSearchText(value, onChange, PAUSE_MS);
  return (
    <TextInput
      type="search"
      className={styles.field}
      aria-label={label}
      placeholder={label}
      value={typed}
      dir="auto"
      leftSection={<IconSearch size={18} stroke={1.5} aria-hidden="true" />}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || typed === '') return;
        event.stopPropagation();
        type('');
      }}
    />
  );
}
