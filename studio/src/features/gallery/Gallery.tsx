import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { useCallback, useState } from 'react';
import { DetailsPanel } from './DetailsPanel';
import { FilterBar } from './filters/FilterBar';
import { FiltersSheet } from './filters/FiltersSheet';
import styles from './Gallery.module.css';
import { GalleryBody } from './GalleryBody';
import { GalleryDialogs } from './GalleryDialogs';
import { GalleryTop } from './GalleryTop';
import { withoutFilters } from './model';
import { OperationProgress } from './OperationProgress';
import { PlaceHeader } from './PlaceHeader';
import { SelectionBar } from './SelectionBar';
import { useGallery } from './use-gallery';
import { useRowHeight } from './use-row-height';
import { galleryWords } from './words';

/** Width that all filter chips need, and all actions of the selection. In rem, because it grows with the size of text. */
const WIDE_REM = 57.5;
const remPx = (): number => parseFloat(getComputedStyle(document.documentElement).fontSize);
/** The first drawing has the right layout already. */
const SYNCHRONOUS = { getInitialValueInEffect: false };

/** The gallery: search, filters, grid, details and what can be done with the selection. */
export function Gallery() {
  const gallery = useGallery();
  const { search, setSearch, setWords, media, selection, nameOf, commands, shownPath } = gallery;
  const { field, grid, isFiltered } = gallery;
  const { list } = media;
  const { rowHeight, setRowHeight } = useRowHeight();
  const { ref: content, width } = useElementSize<HTMLDivElement>();
  const isNarrow = (width || innerWidth) < WIDE_REM * remPx();
  const isPhone = useMediaQuery('(max-width: 599px)', undefined, SYNCHRONOUS);
  const hasDetails = useMediaQuery('(min-width: 1024px)', undefined, SYNCHRONOUS);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const openSheet = useCallback(() => setSheetOpen(true), []);
  const leavePlace = () => setSearch(withoutFilters(search));
  return (
    <div className={hasDetails ? styles.page : styles.pageAlone}>
      <div ref={content} className={styles.content}>
        <GalleryTop
          words={search.q ?? ''}
          {...{ setWords, field, grid }}
          found={isFiltered && list ? galleryWords.found(media.total, list.layout.isCapped) : ''}
        />
        <FilterBar
          {...{ search, nameOf, rowHeight }}
          onChange={setSearch}
          onRowHeight={setRowHeight}
          isNarrow={isNarrow}
          hasSlider={!isPhone}
          onOpenSheet={openSheet}
        />
        <PlaceHeader {...{ search, commands }} total={media.total} onLeave={leavePlace} />
        <GalleryBody {...{ gallery, rowHeight, setRowHeight }} />
        {commands.operation && (
          <OperationProgress operation={commands.operation} onEnd={commands.endOperation} />
        )}
        {selection.count > 0 && (
          <SelectionBar
            count={selection.count}
            isTrash={search.trashed === true}
            isPhone={isPhone}
            isNarrow={isNarrow}
            {...commands.bar}
          />
        )}
      </div>
      {hasDetails && (
        <DetailsPanel
          shownPath={shownPath}
          count={selection.count}
          paths={selection.paths}
          tiles={commands.selectedTiles}
        />
      )}
      <FiltersSheet
        {...{ search, nameOf }}
        total={media.total}
        onChange={setSearch}
        isOpen={isSheetOpen}
        onClose={() => setSheetOpen(false)}
      />
      <GalleryDialogs commands={commands} />
    </div>
  );
}
