import { memo, type RefObject } from 'react';
import { TopBar } from '../top-bar/public';
import styles from './Gallery.module.css';
import { SearchField } from './SearchField';
import { UploadButton } from './UploadButton';
import type { GridHandle } from './GalleryGrid';
import { galleryWords } from './words';

interface GalleryTopProps {
  /** The search text. */
  readonly words: string;
  readonly setWords: (words: string) => void;
  /** `24 found`; empty without a search text. */
  readonly found: string;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly grid: RefObject<GridHandle | null>;
}

/** The bar above the gallery: the search field with the number of hits, and the upload button. */
export const GalleryTop = memo(function GalleryTop(props: GalleryTopProps) {
  const { words, setWords, found, field, grid } = props;
  return (
    <div className={styles.top}>
      <TopBar kind="field">
        <h1 className={styles.title}>{galleryWords.title}</h1>
        <SearchField
          ref={field}
          value={words}
          onSearch={setWords}
          result={found}
          onLeave={() => grid.current?.focus()}
        />
        <UploadButton />
      </TopBar>
    </div>
  );
});
