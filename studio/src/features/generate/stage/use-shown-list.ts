import { useEffect } from 'react';
import type { MediaTile } from '../../../api/types';
import { setLightboxNeighbours } from '../../lightbox/public';

/** The arrows of the lightbox lead through the results of the strip. */
export function useShownList(tiles: readonly MediaTile[]): void {
  useEffect(() => {
    setLightboxNeighbours((path) => {
      const index = tiles.findIndex((tile) => tile.path === path);
      if (index < 0) return undefined;
      return { previous: tiles[index - 1]?.path ?? null, next: tiles[index + 1]?.path ?? null };
    });
  }, [tiles]);
  useEffect(
    () => () => {
      setLightboxNeighbours(undefined);
    },
    [],
  );
}
