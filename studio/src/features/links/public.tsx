import { lazyPart } from '../../ui/lazy-part';

/** Makes a link to one file, which anybody can open. */
export const ShareLink = lazyPart(async () => (await import('./ShareLink')).ShareLink);
