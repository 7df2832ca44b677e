import { useSyncExternalStore } from 'react';

const KEY = 'kinora.single-keys';
const listeners = new Set<() => void>();

/** Whether keys without Ctrl act on the page: speech input and unsteady hands press them by mistake. */
export function singleKeysAreOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true; // storage is blocked: nothing could be chosen
  }
}

export function setSingleKeys(isOn: boolean): void {
  try {
    localStorage.setItem(KEY, isOn ? 'on' : 'off');
  } catch {
    // Storage is blocked: the choice can't be kept.
  }
  for (const listener of listeners) listener();
}

export const useSingleKeys = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, singleKeysAreOn);
