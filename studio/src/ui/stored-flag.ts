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

export function storedFlag(key: string, { isOnAtFirst = false } = {}): StoredFlag {
  /** While storage is blocked, the choice lasts as long as the page. */
  let inMemory: boolean | undefined;
  return {
    isOn: () => {
      if (inMemory !== undefined) return inMemory;
      try {
        const stored = localStorage.getItem(key);
        return stored === null ? isOnAtFirst : stored === 'on';
      } catch {
        return isOnAtFirst;
      }
    },
    set: (isOn) => {
      try {
        localStorage.setItem(key, isOn ? 'on' : 'off');
        inMemory = undefined;
      } catch {
        inMemory = isOn;
      }
      for (const listener of listeners) listener();
    },
  };
}

export const useStoredFlag = ({ isOn }: StoredFlag): boolean =>
  useSyncExternalStore(subscribe, isOn);
