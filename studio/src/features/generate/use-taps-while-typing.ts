import { type MouseEvent, useRef } from 'react';
import { useIsTouch } from '../../ui/use-is-touch';

const FIELDS = 'input, textarea, select, label';

/**
 * Handlers for the form. On a phone, the page has another layout while a field has the focus. When a tap took the focus, what is
 * tapped would move away under the finger: the field keeps it until the tap is done.
 */
export function useTapsWhileTyping() {
  const isTouch = useIsTouch();
  const typedIn = useRef<HTMLElement>(null);
  if (!isTouch) return {};
  return {
    onMouseDown: (event: MouseEvent) => {
      const { activeElement: field } = document;
      const { currentTarget, target } = event;
      if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
      // Events of dialogs that the form opens arrive here, too.
      if (!(target instanceof Element) || !currentTarget.contains(target)) return;
      if (target.closest(FIELDS)) return;
      event.preventDefault();
      typedIn.current = field;
    },
    onClick: () => {
      if (typedIn.current === document.activeElement) typedIn.current?.blur();
      typedIn.current = null;
    },
  };
}
