import { useSyncExternalStore } from 'react';

let isAsked = false;
const listeners = new Set<() => void>();

export function setSignInAsked(next: boolean): void {
  isAsked = next;
  for (const listener of listeners) listener();
}

export const useIsSignInAsked = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isAsked,
  );
