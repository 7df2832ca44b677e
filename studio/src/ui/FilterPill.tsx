import { Menu, ScrollArea, TextInput, UnstyledButton } from '@mantine/core';
import { IconCheck, IconChevronDown, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { focusBeside } from './focus-beside';
import styles from './FilterPill.module.css';

export interface FilterOption {
  readonly value: string;
  readonly label: string;
}

interface FilterPillProps {
  /** What is filtered by: "Workflow". */
  readonly label: string;
  readonly options: readonly FilterOption[];
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** Beyond so many options, the list has a search field. */
const SEARCHABLE_FROM = 12;

/** A filter with one value: a pill that opens its values, and is cleared by its cross. */
export function FilterPill({ label, options, value, onChange }: FilterPillProps) {
  const [words, setWords] = useState('');
  const chosen = options.find((option) => option.value === value);
  const matching = options.filter((option) =>
    option.label.toLowerCase().includes(words.trim().toLowerCase()),
  );
  return (
    <span className={styles.group} data-on={value !== undefined || undefined}>
      <Menu position="bottom-start" shadow="md" onClose={() => setWords('')}>
        <Menu.Target>
          <UnstyledButton className={styles.pill}>
            {value === undefined ? (
              label
            ) : (
              <>
                <span className={styles.hidden}>{`${label}: `}</span>
                <span className={styles.value}>{chosen?.label ?? value}</span>
              </>
            )}
            {value === undefined && <IconChevronDown size={14} stroke={1.5} aria-hidden="true" />}
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {options.length >= SEARCHABLE_FROM && (
            <TextInput
              placeholder="Search"
              aria-label={`Search: ${label}`}
              value={words}
              onChange={(event) => setWords(event.currentTarget.value)}
              mb={4}
            />
          )}
          <ScrollArea.Autosize mah={320} type="auto">
            {matching.map((option) => (
              <Menu.RadioItem
                key={option.value}
                value={option.value}
                checked={option.value === value}
                checkIcon={<IconCheck size={14} stroke={2} aria-hidden="true" />}
                closeMenuOnClick
                onClick={() => onChange(option.value === value ? undefined : option.value)}
              >
                {option.label}
              </Menu.RadioItem>
            ))}
          </ScrollArea.Autosize>
        </Menu.Dropdown>
      </Menu>
      {value !== undefined && (
        <UnstyledButton
          className={styles.clear}
          aria-label={`Clear: ${label}`}
          onClick={({ currentTarget }) => {
            focusBeside(currentTarget);
            onChange(undefined);
          }}
        >
          <IconX size={14} stroke={1.5} aria-hidden="true" />
        </UnstyledButton>
      )}
    </span>
  );
}
