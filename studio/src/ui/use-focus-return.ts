import { useEffect, useState } from 'react';

/** What the focus returns to: the element itself, or the button of the menu that it is in, which closes meanwhile. */
export function originOf(element: Element | null): HTMLElement | null {
  const button = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const origin = button == null ? element : document.getElementById(button);
  return origin instanceof HTMLElement ? origin : null;
}

/**
 * Gives the focus back once the component is gone, to what had it before. Mantine's modals do so when they close, but not
 * when they are removed while they are open.
 */
export function useFocusReturn(): void {
  // Before it is there: a menu that it was chosen from is gone then.
  const [origin] = useState(() => originOf(document.activeElement));
  useEffect(
    () => () => {
      // Something else may have taken it.
      if (document.activeElement === document.body) origin?.focus({ preventScroll: true });
    },
    [origin],
  );
}
