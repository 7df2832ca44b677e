import { useSyncExternalStore } from 'react';

export type Dialog = 'palette' | 'shortcuts';

/** How often each was asked for. */
const requests = { palette: 0, shortcuts: 0 };
const listeners = new Set<() => void>();

export function ask(dialog: Dialog): void {
  requests[dialog] += 1;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useRequests = (dialog: Dialog): number =>
  useSyncExternalStore(subscribe, () => requests[dialog]);
