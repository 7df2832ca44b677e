import { useSyncExternalStore } from 'react';

/** Counts the requests to open the list, because a change of the number tells its dialog to open. */
let requests = 0;
const listeners = new Set<() => void>();

/** Opens the list of keyboard shortcuts. */
export function openShortcuts(): void {
  requests += 1;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useShortcutRequests = (): number => useSyncExternalStore(subscribe, () => requests);
