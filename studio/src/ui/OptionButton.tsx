import { Button } from '@mantine/core';
import { IconChevronDown, IconPlus } from '@tabler/icons-react';
import type { MouseEventHandler, Ref } from 'react';
import styles from './OptionPicker.module.css';

export interface OptionButtonProps {
  readonly ref?: Ref<HTMLButtonElement>;
  readonly id?: string;
  /** Name for screen readers. */
  readonly label: string;
  /** The chosen option. */
  readonly text: string | null;
  /** Shown without a choice; the text of a button that adds. */
  readonly placeholder?: string;
  /** `add`: adds one to a list; `button`: the same as large as the other buttons of a page. */
  readonly look?: 'field' | 'add' | 'button';
  readonly isInvalid?: boolean;
  /** Id of the element that says more. */
  readonly describedBy?: string;
  readonly onClick: MouseEventHandler<HTMLButtonElement>;
}

/** The button that opens a list of options. Further props come from the list. */
export function OptionButton(props: OptionButtonProps) {
  const {
    label,
    text,
    placeholder = '',
    look = 'field',
    isInvalid,
    describedBy,
    ...others
  } = props;
  if (look === 'button')
    return (
      <Button
        {...others}
        aria-label={label}
        leftSection={<IconPlus size={18} stroke={1.5} aria-hidden="true" />}
      >
        {placeholder}
      </Button>
    );
  if (look === 'add')
    return (
      <button {...others} type="button" className={styles.add} aria-label={label}>
        <IconPlus size={18} stroke={1.5} aria-hidden="true" />
        <span>{placeholder}</span>
      </button>
    );
  return (
    <button
      {...others}
      type="button"
      className={styles.field}
      aria-label={`${label}: ${text ?? placeholder}`}
      aria-describedby={describedBy}
      data-invalid={isInvalid}
    >
      <span
        className={text === null ? styles.placeholder : styles.value}
        dir="auto"
        title={text ?? undefined}
      >
        {text ?? placeholder}
      </span>
      <IconChevronDown size={18} stroke={1.5} aria-hidden="true" />
    </button>
  );
}
