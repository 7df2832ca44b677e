import { spotlight } from '@mantine/spotlight';
import { createRef } from 'react';
import { flushSync } from 'react-dom';

/** The field of the palette while it is open. */
export const searchFieldRef = createRef<HTMLInputElement>();

/** Opens the palette with the focus in its field at once: keys pressed before would act on the page. */
export function openPalette(): void {
  flushSync(spotlight.open);
  searchFieldRef.current?.focus();
}
