import { useMediaQuery } from '@mantine/hooks';
import { type MouseEvent, useRef } from 'react';

/** As in GeneratePage.module.css. */
const PHONE = '(max-width: 599px) and (pointer: coarse)';
const FIELDS = 'input, textarea, select, label';

/**
 * Handlers for the form. On a phone, the page has another layout while a field has the focus. When a tap took the focus, what is
 * tapped would move away under the finger: the field keeps it until the tap is done.
 */
export function useTapsWhileTyping() {
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const typedIn = useRef<HTMLElement>(null);
  if (!isPhone) return {};
  return {
    onMouseDown: (event: MouseEvent) => {
      typedIn.current = null;
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
    },
  };
}
