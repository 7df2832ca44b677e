import { createStore, useStore } from './external-store';

/** How often something was saved, and whether that is shown now. */
const saves = createStore({ count: 0, isShown: false });

/** How long that is shown. */
const SHOWN_MS = 2_000;
let timer: ReturnType<typeof setTimeout>;

/** Says quietly that a field which saves itself is saved. */
export function tellSaved(): void {
  saves.set({ count: saves.get().count + 1, isShown: true });
  clearTimeout(timer);
  timer = setTimeout(() => saves.set({ ...saves.get(), isShown: false }), SHOWN_MS);
}

export const useSaves = () => useStore(saves, (all) => all);
