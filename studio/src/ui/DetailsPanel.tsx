import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import styles from './DetailsPanel.module.css';
import { IconAction } from './IconAction';

interface DetailsPanelProps {
  readonly title: string;
  /** Name of the button that closes it. */
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Details beside a list; in narrow windows, a drawer over it. Esc closes it, and focus returns to the open row. */
export function DetailsPanel({ title, closeLabel, onClose, children }: DetailsPanelProps) {
  const isWide = useMediaQuery('(min-width: 1024px)', true, { getInitialValueInEffect: false });
  const isPhone = useMediaQuery('(max-width: 599px)', false, { getInitialValueInEffect: false });
  if (isWide)
    return (
      <SidePanel title={title} closeLabel={closeLabel} onClose={onClose}>
        {children}
      </SidePanel>
    );
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

function SidePanel({ title, closeLabel, onClose, children }: DetailsPanelProps) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    const panel = ref.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      // Fields with unsaved changes use Esc themselves; Mantine's drawers respect the attribute, too.
      const { target } = event;
      if (target instanceof Element && target.closest('[data-mantine-stop-propagation="true"]'))
        return;
      document.querySelector<HTMLElement>('[data-open] a')?.focus();
      onClose();
    };
    panel?.addEventListener('keydown', onKeyDown);
    return () => panel?.removeEventListener('keydown', onKeyDown);
  }, [onClose]);
  return (
    <aside ref={ref} className={styles.side} aria-label={title}>
      <header className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        <IconAction icon={IconX} label={closeLabel} shortcut="Esc" onClick={onClose} />
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
