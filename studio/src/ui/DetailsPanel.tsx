import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import styles from './DetailsPanel.module.css';
import { IconAction } from './IconAction';
import { originOf, useFocusReturn } from './use-focus-return';

interface DetailsPanelProps {
  readonly title: string;
  /** Name of the button that closes it. */
  readonly closeLabel: string;
  readonly onClose: () => void;
  /** Whether the list is one tab stop: its arrow keys lead on, and Tab leads into the details. */
  readonly isNextStop?: boolean;
  readonly children: ReactNode;
}

/** Details beside a list; in narrow windows, a drawer over it. Esc closes it, and focus returns to the open row. */
export function DetailsPanel(props: DetailsPanelProps) {
  const isWide = useMediaQuery('(min-width: 1024px)', true, { getInitialValueInEffect: false });
  return isWide ? <SidePanel {...props} /> : <Sheet {...props} />;
}

function Sheet({ title, closeLabel, onClose, children }: DetailsPanelProps) {
  const isPhone = useMediaQuery('(max-width: 599px)', false, { getInitialValueInEffect: false });
  useFocusReturn();
  return (
    <Drawer
      opened
      onClose={onClose}
      position={isPhone ? 'bottom' : 'right'}
      size={isPhone ? '92%' : 400}
      title={title}
      closeButtonProps={{ 'aria-label': closeLabel }}
      classNames={{
        content: styles.sheet,
        header: styles.sheetHead,
        body: styles.sheetBody,
        title: styles.title,
      }}
    >
      {children}
    </Drawer>
  );
}

const OPENERS = 'a:focus-visible, [role="menuitem"]:focus-visible';

function SidePanel({ title, closeLabel, onClose, isNextStop, children }: DetailsPanelProps) {
  const ref = useRef<HTMLElement>(null);
  // Before it is there: a menu that it was chosen from is gone then.
  const [{ opener, isByKey }] = useState(() => ({
    opener: originOf(document.activeElement),
    isByKey: document.activeElement?.matches(OPENERS) === true,
  }));
  useEffect(() => {
    // Whoever has opened it by a key goes on in it, not behind the rest of the list.
    if (isByKey && !isNextStop) ref.current?.focus();
  }, [isByKey, isNextStop]);
  const close = useCallback(() => {
    (document.querySelector<HTMLElement>('[data-open] a') ?? opener)?.focus();
    onClose();
  }, [onClose, opener]);
  useEffect(() => {
    const panel = ref.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      // Fields with unsaved changes use Esc themselves; Mantine's drawers respect the attribute, too.
      const { target } = event;
      if (target instanceof Element && target.closest('[data-mantine-stop-propagation="true"]'))
        return;
      close();
    };
    panel?.addEventListener('keydown', onKeyDown);
    return () => panel?.removeEventListener('keydown', onKeyDown);
  }, [close]);
  return (
    <aside ref={ref} className={styles.side} aria-label={title} tabIndex={-1}>
      <header className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        <IconAction icon={IconX} label={closeLabel} shortcut="Esc" onClick={close} />
      </header>
      <div className={styles.scroll}>{children}</div>
    </aside>
  );
}

/** A part of the details under its heading. */
export function DetailsSection({
  title,
  heading: Heading = 'h3',
  children,
}: {
  readonly title: string;
  /** `h2` where the section stands directly below the title of the page instead of in a panel. */
  readonly heading?: 'h2' | 'h3';
  readonly children: ReactNode;
}) {
  return (
    <section className={styles.section}>
      <Heading className={styles.heading}>{title}</Heading>
      {children}
    </section>
  );
}
