import type { RouterHistory } from '@tanstack/react-router';
import { isSamePage } from './same-page';

const LEAVE = 'What you typed can’t be saved as it is. Leave and lose it?';

/** The drafts that aren't stored yet. Each function tells whether leaving would lose its draft. */
const drafts = new Set<() => boolean>();
let unblock: (() => void) | undefined;

/**
 * Asks once before people leave a page with drafts that would be lost. Closing the tab always asks.
 * @returns removes the guard of this draft
 */
export function guardDraft(history: RouterHistory, isLost: () => boolean): () => void {
  drafts.add(isLost);
  unblock ??= history.block({
    blockerFn: ({ currentLocation, nextLocation }) =>
      !isSamePage(currentLocation, nextLocation) &&
      [...drafts].some((isOneLost) => isOneLost()) &&
      !confirm(LEAVE),
    enableBeforeUnload: true,
  });
  return () => {
    drafts.delete(isLost);
    if (drafts.size > 0) return;
    unblock?.();
    unblock = undefined;
  };
}
