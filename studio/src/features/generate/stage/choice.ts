import { createStore, useStore } from '../../../ui/external-store';
import type { Choice } from './model';

interface Chosen {
  readonly choice: Choice | undefined;
  /** The result that was in view before, for comparing. */
  readonly before: string | undefined;
  readonly current: string | undefined;
}

const chosen = createStore<Chosen>({ choice: undefined, before: undefined, current: undefined });

/** What was chosen for the stage; it follows the newest submit until then. */
export const useChoice = (): Choice | undefined => useStore(chosen, ({ choice }) => choice);

export function choose(choice: Choice): void {
  chosen.set({ ...chosen.get(), choice });
}

/** Remembers which result is in view, and so which one was before. */
export function rememberShown(path: string): void {
  const { current } = chosen.get();
  if (current !== path) chosen.set({ ...chosen.get(), before: current, current: path });
}

/** The result that was in view before this one. */
export const useShownBefore = (): string | undefined => useStore(chosen, ({ before }) => before);
