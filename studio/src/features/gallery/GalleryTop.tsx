import { TopBar } from '../top-bar/public';
import styles from './Gallery.module.css';
import { SearchField } from './SearchField';
import { UploadButton } from './upload/UploadButton';
import type { GalleryState } from './use-gallery';
import { galleryWords } from './words';

/** The search field, with how many were found, and the button that uploads. */
export function GalleryTop({ gallery }: { readonly gallery: GalleryState }) {
  const { search, setWords, media, field, grid, isFiltered } = gallery;
  const { list, total } = media;
  const found = list && galleryWords.found(total, list.layout.isCapped);
  return (
    <div className={styles.top}>
      <TopBar hasSearch={false}>
        <h1 className={styles.title}>{galleryWords.title}</h1>
        <SearchField
          ref={field}
          value={search.q ?? ''}
          onSearch={setWords}
          result={isFiltered && found ? found : ''}
          onLeave={() => grid.current?.focus()}
        />
        <UploadButton />
      </TopBar>
    </div>
  );
}
