import { EmptyState } from '../../ui/EmptyState';
import { galleryWords } from './words';

export function GalleryPage() {
  return <EmptyState title={galleryWords.title} text={galleryWords.empty} />;
}
