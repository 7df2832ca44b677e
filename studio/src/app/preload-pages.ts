import { preloadParts } from '../ui/lazy-part';
import { router } from './router';

const WAIT_MS = 3000;

/**
 * Loads the code of every page and part once the first one is there, so that pages open at once, and also while the service is
 * away or after it was replaced by a version with other files.
 */
export function preloadPages(): void {
  setTimeout(() => {
    for (const route of Object.values(router.routesByPath))
      void Promise.resolve(router.loadRouteChunk(route)).catch(() => undefined);
    preloadParts();
  }, WAIT_MS);
}
