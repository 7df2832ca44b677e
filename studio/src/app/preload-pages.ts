import { preloadParts } from '../ui/lazy-part';
import { router } from './router';
import { shellWords } from './words';

const WAIT_MS = 3000;

// The router reloads the page when it reads in an error that code could not be loaded. While the service is away, that would
// put the browser's own error page in the place of the Studio.
addEventListener('vite:preloadError', ({ payload }) => {
  payload.message = shellWords.codeMissing;
});

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
