import { useSyncExternalStore } from 'react';

const TICK_MS = 1000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all that show a time. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const noSubscription = () => () => undefined;

/** Whole, so that it stays the same while a page is drawn. */
const currentSecond = (): number => Math.floor(Date.now() / TICK_MS) * TICK_MS;

const MINUTE_MS = 60_000;
const currentMinute = (): number => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;

/** The time (ms since 1970, to the minute), renewed every minute: for relative times. */
export const useMinute = (): number => useSyncExternalStore(subscribe, currentMinute);

/** The time (ms since 1970, to the second), renewed every second while `isTicking`: for elapsed times. */
export const useNow = (isTicking: boolean): number =>
  useSyncExternalStore(isTicking ? subscribe : noSubscription, currentSecond);
