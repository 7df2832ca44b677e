import { useSyncExternalStore } from 'react';

/** A yes or no that this browser remembers. */
export interface StoredFlag {
  readonly isOn: () => boolean;
  readonly set: (isOn: boolean) => void;
}

const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** A flag that is off until it is set. */
export function storedFlag(key: string): StoredFlag {
  let inMemory: boolean | undefined;
  return {
    isOn: () => {
      if (inMemory !== undefined) return inMemory;
      try {
        return localStorage.getItem(key) === 'on';
      } catch {
        return false; // storage is blocked: the choice lasts as long as the page
      }
    },
    set: (isOn) => {
      inMemory = isOn;
      try {
        localStorage.setItem(key, isOn ? 'on' : 'off');
      } catch {
        // Storage is blocked: the choice lasts as long as the page.
      }
      for (const listener of listeners) listener();
    },
  };
}

export const useStoredFlag = ({ isOn }: StoredFlag): boolean =>
  useSyncExternalStore(subscribe, isOn);
