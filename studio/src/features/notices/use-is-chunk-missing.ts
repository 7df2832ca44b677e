import { createStore, useStore } from '../../ui/external-store';

const isMissing = createStore(false);

addEventListener('vite:preloadError', () => {
  void isReplaced().then((isOther) => {
    if (isOther) isMissing.set(true);
  });
});

/** Whether the service has other files than those of this page. A part that can't be loaded may also mean a lost connection. */
async function isReplaced(): Promise<boolean> {
  const entry = document.querySelector('script[type="module"]')?.getAttribute('src');
  if (!entry) return false;
  try {
    // Without this header, the service answers with the page of the API's documentation.
    const response = await fetch('/', { cache: 'no-store', headers: { Accept: 'text/html' } });
    return response.ok && !(await response.text()).includes(entry);
  } catch {
    return false;
  }
}

export const useIsChunkMissing = (): boolean => useStore(isMissing, (is) => is);
