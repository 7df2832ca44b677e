import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { loadedTiles, type MediaList, tilesBetween } from '../../api/media';
import { setLightboxNeighbours } from '../lightbox/public';

/** Has the lightbox go through this list. */
export function useLightboxNeighbours(list: MediaList | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (list === undefined) return;
    setLightboxNeighbours(async (path) => {
      const tiles = loadedTiles(client, list);
      const index = [...tiles].find(([, tile]) => tile.path === path)?.[0];
      if (index === undefined) return undefined;
      const pathAt = async (at: number) => {
        if (at < 0 || at >= list.layout.ratios.length) return null;
        return (tiles.get(at) ?? (await tilesBetween(client, list, at, at))[0])?.path ?? null;
      };
      const [previous, next] = await Promise.all([pathAt(index - 1), pathAt(index + 1)]);
      return { previous, next };
    });
    return () => setLightboxNeighbours(undefined);
  }, [client, list]);
}
