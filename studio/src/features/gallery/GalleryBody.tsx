import { useCallback, useDeferredValue } from 'react';
import { ErrorState } from '../../ui/ErrorState';
import { GalleryEmpty } from './GalleryEmpty';
import { GalleryGrid } from './GalleryGrid';
import { GallerySkeleton } from './GallerySkeleton';
import { withoutFilters } from './model';
import type { GalleryState } from './use-gallery';

interface GalleryBodyProps {
  readonly gallery: GalleryState;
  readonly rowHeight: number;
  readonly setRowHeight: (pixels: number) => void;
}

/** The grid, or what stands in its place while there is nothing to show. */
export function GalleryBody({ gallery, rowHeight, setRowHeight }: GalleryBodyProps) {
  const { media, search, setSearch, setRange, cursor, moveCursor, selection } = gallery;
  const { grid, isMoved, revealed, open } = gallery;
  const { list, total, tileAt, loadMore, error, retry } = media;
  const shownHeight = useDeferredValue(rowHeight);
  const onRange = useCallback(
    (first: number, last: number) => {
      setRange(first, last);
      loadMore(last);
    },
    [setRange, loadMore],
  );
  if (list === undefined)
    return error ? (
      <ErrorState error={error} onRetry={retry} />
    ) : (
      <GallerySkeleton rowHeight={rowHeight} />
    );
  if (list.layout.ratios.length === 0 || total === 0)
    return <GalleryEmpty search={search} onClear={() => setSearch(withoutFilters(search))} />;
  return (
    <GalleryGrid
      ref={grid}
      {...{ list, tileAt, setRowHeight, cursor, selection, onRange, revealed }}
      linkedPath={isMoved ? undefined : search.item}
      isCursorShown={isMoved}
      rowHeight={shownHeight}
      onMove={moveCursor}
      onOpen={open}
    />
  );
}
