import { FocusTrap, Portal } from '@mantine/core';
import { type ReactNode, type Ref, useEffect } from 'react';
import styles from './Overlay.module.css';

interface OverlayProps {
  /** Names the dialog for screen readers. */
  readonly label: string;
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLDivElement>;
}

/** Covers the page, which rests until it is closed; the focus then returns to where it came from. */
export function Overlay({ label, children, ref }: OverlayProps) {
  useRestingPage();
  return (
    <Portal>
      <FocusTrap active innerRef={ref}>
        <div className={styles.overlay} role="dialog" aria-modal="true" aria-label={label}>
          <FocusTrap.InitialFocus />
          {children}
        </div>
      </FocusTrap>
    </Portal>
  );
}

function useRestingPage() {
  useEffect(() => {
    const page = document.getElementById('root');
    const origin = document.activeElement;
    page?.setAttribute('inert', '');
    return () => {
      page?.removeAttribute('inert');
      if (origin instanceof HTMLElement && origin.isConnected)
        origin.focus({ preventScroll: true });
    };
  }, []);
}
