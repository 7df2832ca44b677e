import { useSyncExternalStore } from 'react';
import { currentConnection } from '../../api/events/connection';

let isMissing = false;
const listeners = new Set<() => void>();

// A part of the app that can't be loaded while the service is there is gone with the version before.
addEventListener('vite:preloadError', () => {
  if (currentConnection().state !== 'online') return;
  isMissing = true;
  for (const listener of listeners) listener();
});

export const useIsChunkMissing = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isMissing,
  );
