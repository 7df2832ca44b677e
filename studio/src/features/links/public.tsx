import { lazyDialog } from '../../ui/lazy-part';

/** Makes a link to one file, which anybody can open. */
export const ShareLink = lazyDialog(async () => (await import('./ShareLink')).ShareLink);
