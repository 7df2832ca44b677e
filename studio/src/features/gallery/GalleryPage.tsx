import { addUploads, UploadArea } from '../uploads/public';
import { Duplicates } from './Duplicates';
import { Gallery } from './Gallery';
import { useGallerySearch } from './use-gallery-search';
import { galleryWords } from './words';

/** All media: found, chosen, sorted, deleted and brought back. Files dropped anywhere are uploaded. */
export function GalleryPage() {
  const { search, setSearch } = useGallerySearch();
  return (
    <UploadArea
      dropTitle={galleryWords.dropHere}
      dropText={galleryWords.dropAdvice}
      onFiles={(files) => addUploads(files)}
    >
      {search.show === 'duplicates' ? <Duplicates onClose={() => setSearch({})} /> : <Gallery />}
    </UploadArea>
  );
}
