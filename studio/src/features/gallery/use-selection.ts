import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type MediaFilter, type MediaList, tilesBetween } from '../../api/media';
import type { MediaTarget } from '../../api/media-changes';
import { notifyError } from '../../ui/notify';

/**
 * Up to this many items, "select all" selects each by its path. Beyond, and where not all of them are loaded, it stands for all
 * that the filters find.
 */
const MAX_NAMED = 1_000;

const NONE: ReadonlySet<string> = new Set();

interface Range {
  /** The index of the item at which it begins. */
  readonly from: number;
  /** What was selected before the range. */
  readonly before: ReadonlySet<string>;
  readonly filter: MediaFilter | undefined;
}

/** The selected items of the gallery. */
export interface Selection {
  readonly count: number;
  /** In the order of selection; empty while `isAll`. */
  readonly paths: ReadonlySet<string>;
  /** Whether all that the filters find are selected. */
  readonly isAll: boolean;
  readonly target: MediaTarget;
  readonly has: (path: string) => boolean;
  readonly toggle: (path: string, index: number) => void;
  /** Selects all items from the one that was selected last to this one. */
  readonly extendTo: (index: number) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

/**
 * Keeps which items of the gallery are selected.
 * @param cursor where a range begins when nothing was selected yet
 */
export function useSelection(
  list: MediaList | undefined,
  total: number,
  cursor: number,
): Selection {
  const client = useQueryClient();
  const [paths, setPaths] = useState(NONE);
  const [isAll, setIsAll] = useState(false);
  const range = useRef<Range>(undefined);
  const filter = list?.filter;
  const [selectedIn, setSelectedIn] = useState(filter);
  // Another search or filter clears the selection, so that no action changes items that are out of view.
  if (filter !== selectedIn) {
    setSelectedIn(filter);
    setPaths(NONE);
    setIsAll(false);
  }

  /** Counts changes of the selection and of the filter: tiles that were loaded for an earlier one are not selected any more. */
  const changes = useRef(0);
  useEffect(() => {
    changes.current += 1;
  }, [filter]);
  const set = useCallback((next: ReadonlySet<string>, all = false) => {
    changes.current += 1;
    setPaths(next);
    setIsAll(all);
  }, []);
  const setOnceLoaded = (first: number, last: number, others = NONE) => {
    if (list === undefined) return;
    const change = (changes.current += 1);
    tilesBetween(client, list, first, last).then((tiles) => {
      if (changes.current === change) set(new Set([...others, ...tiles.map(({ path }) => path)]));
    }, notifyError);
  };

  const toggle = (path: string, index: number) => {
    const next = new Set(paths);
    if (!next.delete(path)) next.add(path);
    range.current = { from: index, before: next, filter };
    set(next);
  };
  const extendTo = (index: number) => {
    const former = range.current?.filter === filter ? range.current : undefined;
    const { from, before } = (range.current = former ?? { from: cursor, before: paths, filter });
    setOnceLoaded(Math.min(from, index), Math.max(from, index), before);
  };
  const selectAll = () => {
    if (total === 0) return;
    range.current = undefined;
    if (total > MAX_NAMED || total > (list?.layout.ratios.length ?? 0)) set(NONE, true);
    else setOnceLoaded(0, total - 1);
  };
  const clear = useCallback(() => {
    range.current = undefined;
    set(NONE);
  }, [set]);

  const count = isAll ? total : paths.size;
  const target = useMemo<MediaTarget>(
    () => (isAll && list ? { filter: list.filter, expected: total } : { paths: [...paths] }),
    [isAll, list, total, paths],
  );
  const has = useCallback((path: string) => isAll || paths.has(path), [isAll, paths]);
  return { count, paths, isAll, target, has, toggle, extendTo, selectAll, clear };
}
