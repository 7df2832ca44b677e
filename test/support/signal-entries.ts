import { getEventListeners } from 'node:events';

/** How many listeners a signal has, and how many signals that `AbortSignal.any` made of it. */
export function entriesOf(signal: AbortSignal): number {
  const dependents = Object.getOwnPropertySymbols(signal).find(
    ({ description }) => description === 'kDependantSignals',
  );
  // A signal has no such set before `AbortSignal.any` makes one of it.
  const made = dependents
    ? (Reflect.get(signal, dependents) as ReadonlySet<unknown> | undefined)
    : undefined;
  return getEventListeners(signal, 'abort').length + (made?.size ?? 0);
}
