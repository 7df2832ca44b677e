import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import styles from './Disclosure.module.css';

interface DisclosureProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

/** A part that is shown when asked for. */
export function Disclosure({ title, isOpen, onToggle, children }: DisclosureProps) {
  const id = useId();
  return (
    <section>
      <UnstyledButton
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => onToggle(!isOpen)}
      >
        <IconChevronRight size={18} stroke={1.5} aria-hidden="true" className={styles.sign} />
        {title}
      </UnstyledButton>
      <div id={id}>{isOpen && children}</div>
    </section>
  );
}
