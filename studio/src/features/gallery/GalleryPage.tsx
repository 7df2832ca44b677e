import { Duplicates } from './Duplicates';
import { Gallery } from './Gallery';
import { UploadArea } from './upload/UploadArea';
import { useGallerySearch } from './use-gallery-search';

/** All media: found, chosen, sorted, deleted and brought back. Files dropped anywhere are uploaded. */
export function GalleryPage() {
  const { search, setSearch } = useGallerySearch();
  return (
    <UploadArea>
      {search.show === 'duplicates' ? <Duplicates onClose={() => setSearch({})} /> : <Gallery />}
    </UploadArea>
  );
}
