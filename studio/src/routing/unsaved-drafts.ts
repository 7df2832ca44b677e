import type { RouterHistory } from '@tanstack/react-router';
import { isSamePage } from './same-page';

const LEAVE = 'What you typed can’t be saved as it is. Leave and lose it?';

/** The drafts that aren't stored yet. Each tells whether it is lost when its field goes. */
const drafts = new Set<() => boolean>();
let unblock: (() => void) | undefined;

/**
 * Asks once before another page takes the place of fields whose drafts would be lost, and before the whole page goes in any
 * case.
 * @returns ends it for this draft
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
