import { createEmitter } from '../ui/external-store';

/** Tells the shell that an answer was 401, so that it asks for a key above the page. */
export const { emit: reportUnauthorized, subscribe: onUnauthorized } = createEmitter();
