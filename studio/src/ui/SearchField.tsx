import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import styles from './SearchField.module.css';

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  /** Called 200 ms after the last key. */
  readonly onChange: (value: string) => void;
}

const PAUSE_MS = 200;

/** A search as you type. Esc clears it. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  const later = useDebouncedCallback((next: string) => {
    setShown(next);
    onChange(next);
  }, PAUSE_MS);
  if (value !== shown) {
    // Changed from outside, such as by Back.
    setShown(value);
    setTyped(value);
  }
  return (
    <TextInput
      type="search"
      className={styles.field}
      aria-label={label}
      placeholder={label}
      value={typed}
      dir="auto"
      leftSection={<IconSearch size={18} stroke={1.5} aria-hidden="true" />}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        later(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || typed === '') return;
        event.stopPropagation();
        setTyped('');
        later('');
      }}
    />
  );
}
