import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { formWords } from '../../words';
import styles from './Disclosure.module.css';

interface DisclosureProps {
  readonly label: string;
  /** What is inside, in few words, shown while it is folded. */
  readonly summary: string;
  readonly isOpen: boolean;
  readonly isChanged: boolean;
  readonly onToggle: () => void;
  /** Sets what is inside to its default. */
  readonly reset?: { readonly onReset: () => void };
  readonly children: ReactNode;
}

/** A part of the form that is folded until it is wanted. */
export function Disclosure(props: DisclosureProps) {
  const { label, summary, isOpen, isChanged, onToggle, reset, children } = props;
  const id = useId();
  return (
    <div>
      <UnstyledButton
        className={styles.head}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={onToggle}
      >
        <IconChevronRight size={18} stroke={1.5} aria-hidden="true" className={styles.chevron} />
        <span className={styles.label}>{label}</span>
        {isChanged && (
          <span className={styles.dot} role="img" aria-label={formWords.changed(label)} />
        )}
        {!isOpen && summary !== '' && (
          <span className={styles.summary} dir="auto">
            {summary}
          </span>
        )}
      </UnstyledButton>
      <div id={id} className={styles.body} hidden={!isOpen}>
        {isOpen && children}
        {isOpen && isChanged && reset && (
          <UnstyledButton className={styles.reset} onClick={reset.onReset}>
            {formWords.resetOne}
          </UnstyledButton>
        )}
      </div>
    </div>
  );
}
