import { createStore, useStore } from '../../ui/external-store';

/** Counts the requests to open the list, because a change of the number tells its dialog to open. */
const requests = createStore(0);

/** Opens the list of keyboard shortcuts. */
export const openShortcuts = (): void => requests.set(requests.get() + 1);

export const useShortcutRequests = (): number => useStore(requests, (count) => count);
