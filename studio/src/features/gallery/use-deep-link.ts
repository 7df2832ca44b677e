import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { loadedTiles, type MediaList, placeOf } from '../../api/media';

/** An item to put the cursor on and to scroll to. */
export interface Revealed {
  readonly index: number;
}

/**
 * Opens the list at an item: that of `?around=` or `?item=` once, and the one that the lightbox shows, so that closing
 * it leads to where one was.
 */
export function useDeepLink(
  list: MediaList | undefined,
  { linked, viewed }: { linked: string | undefined; viewed: string | undefined },
  onMove: (index: number) => void,
): Revealed | undefined {
  const client = useQueryClient();
  const [path] = useState(linked);
  const [revealed, setRevealed] = useState<Revealed>();
  const reveal = useEffectEvent((index: number) => {
    onMove(index);
    setRevealed({ index });
  });
  const isReady = list !== undefined;
  const find = useEffectEvent((wanted: string) =>
    list === undefined ? Promise.resolve(null) : placeOf(list.filter, wanted),
  );
  useEffect(() => {
    if (path === undefined || !isReady) return;
    find(path).then(
      (index) => {
        if (index !== null) reveal(index);
      },
      () => undefined, // The item is gone: the list opens at its top.
    );
  }, [path, isReady]);

  const follow = useEffectEvent((wanted: string) => {
    if (list === undefined) return;
    for (const [index, tile] of loadedTiles(client, list)) if (tile.path === wanted) onMove(index);
  });
  useEffect(() => {
    if (viewed !== undefined) follow(viewed);
  }, [viewed]);
  return revealed;
}
