import { useEffect } from 'react';
import type { MediaTile } from '../../../api/types';
import { setLightboxNeighbours } from '../../lightbox/public';

/** The arrows of the lightbox lead through the results of the strip. */
export function useShownList(tiles: readonly MediaTile[]): void {
  useEffect(() => {
    setLightboxNeighbours((path, step) => {
      const index = tiles.findIndex((tile) => tile.path === path);
      return index < 0 ? undefined : tiles[index + step]?.path;
    });
  }, [tiles]);
  useEffect(
    () => () => {
      setLightboxNeighbours(undefined);
    },
    [],
  );
}
