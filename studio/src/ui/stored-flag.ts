import { useSyncExternalStore } from 'react';
import { createEmitter } from './external-store';

/** A yes or no that this browser remembers. */
export interface StoredFlag {
  readonly isOn: () => boolean;
  readonly set: (isOn: boolean) => void;
}

const { emit, subscribe } = createEmitter();

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
      emit();
    },
  };
}

export const useStoredFlag = ({ isOn }: StoredFlag): boolean =>
  useSyncExternalStore(subscribe, isOn);
