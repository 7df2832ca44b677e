import { createContext, useContext } from 'react';

/** The selected shots of a page, and how to change that. */
interface ShotSelection {
  readonly ids: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
  readonly set: (ids: readonly string[]) => void;
}

export const ShotSelectionContext = createContext<ShotSelection>({
  ids: new Set(),
  toggle: () => undefined,
  set: () => undefined,
});

export const useShotSelection = (): ShotSelection => useContext(ShotSelectionContext);

/** The selection with one shot added, or removed if it was selected. */
export function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
