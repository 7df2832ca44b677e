import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { loadedTiles, type MediaList, tilesBetween } from '../../api/media';
import { setLightboxNeighbours } from '../lightbox/public';

/** Has the lightbox go through this list. */
export function useLightboxNeighbours(list: MediaList | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (list === undefined) return;
    setLightboxNeighbours(async (path, step) => {
      const tiles = loadedTiles(client, list);
      const index = [...tiles].find(([, tile]) => tile.path === path)?.[0];
      if (index === undefined) return undefined;
      const next = index + step;
      if (next < 0 || next >= list.layout.ratios.length) return undefined;
      return (tiles.get(next) ?? (await tilesBetween(client, list, next, next))[0])?.path;
    });
    return () => setLightboxNeighbours(undefined);
  }, [client, list]);
}
