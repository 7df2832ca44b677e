import { storedFlag } from './stored-flag';

/** Whether keys without Ctrl act on the page: speech input and unsteady hands press them by mistake. */
export const singleKeys = storedFlag('kinora.single-keys', { isOnAtFirst: true });
