import { useCallback, useState } from 'react';
import type { MediaList } from '../../api/media';
import { movedIndex } from '../../api/media-layout';

interface CursorState {
  readonly list: MediaList | undefined;
  readonly index: number;
  /** Somebody has moved it: the details follow it. */
  readonly isMoved: boolean;
}

/** The item that keys act on. It stays with its item when the list changes, and goes to the neighbour when that is gone. */
export function useCursor(list: MediaList | undefined) {
  const [state, setState] = useState<CursorState>({ list, index: 0, isMoved: false });
  if (state.list !== list) setState(followed(state, list));
  const move = useCallback((index: number) => setState({ list, index, isMoved: true }), [list]);
  return { cursor: state.index, isMoved: state.isMoved, move };
}

function followed({ list: before, index, isMoved }: CursorState, list: MediaList | undefined) {
  if (before === undefined || list === undefined) return { list, index, isMoved };
  if (before.filter !== list.filter) return { list, index: 0, isMoved: false };
  return { list, index: movedIndex(index, before.layout.ratios, list.layout.ratios), isMoved };
}
