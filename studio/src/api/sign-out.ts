import { createEmitter } from '../ui/external-store';

/**
 * The account has signed out, here or in another tab; the page is reloaded after this. Features that store something of the
 * account in the browser must stop then.
 */
export const { emit: reportSignOut, subscribe: onSignOut } = createEmitter();
