import { createStore, useStore } from './external-store';

/** How often something was saved, and whether that was just now. */
const saves = createStore({ count: 0, isNews: false });

/** How long that is shown. */
const SHOWN_MS = 2_000;
let timer: ReturnType<typeof setTimeout>;

/** Says quietly that a field which saves itself is saved. */
export function tellSaved(): void {
  saves.set({ count: saves.get().count + 1, isNews: true });
  clearTimeout(timer);
  timer = setTimeout(() => saves.set({ ...saves.get(), isNews: false }), SHOWN_MS);
}

export const useSaves = () => useStore(saves, (all) => all);
