import { useEffect } from 'react';
import { submitOnce } from './use-submit';

/** Ctrl-Enter submits, wherever the focus is on the page. */
export function useShortcuts(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.repeat || isInDialog(event.target)) return;
      if (event.key === 'Enter' && !event.shiftKey) {
        event.preventDefault();
        void submitOnce();
      }
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

/** A picker or a painter above the page has its own keys. */
const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="dialog"][aria-modal="true"]') !== null;
