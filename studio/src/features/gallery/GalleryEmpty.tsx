import { Button } from '@mantine/core';
import { useCollections } from '../../api/collections';
import { ButtonLink } from '../../routing/links';
import { EmptyState } from '../../ui/EmptyState';
import { useIsTouch } from '../../ui/use-is-touch';
import { countFilters, type GallerySearch } from './model';
import { galleryWords } from './words';

interface GalleryEmptyProps {
  readonly search: GallerySearch;
  readonly onClear: () => void;
}

/** Nothing to show: says why, and what to do. */
export function GalleryEmpty({ search, onClear }: GalleryEmptyProps) {
  const { data: collections } = useCollections();
  const count = countFilters(search) + (search.q === undefined ? 0 : 1);
  if (count === 0) return <NothingYet />;
  if (search.trashed && count === 1)
    return <EmptyState title={galleryWords.emptyTrash} text={galleryWords.emptyTrashAdvice} />;
  if (search.collection !== undefined && collections?.every(({ id }) => id !== search.collection))
    return (
      <EmptyState title={galleryWords.noCollection} text={galleryWords.noCollectionAdvice}>
        <Button onClick={onClear}>{galleryWords.backToGallery}</Button>
      </EmptyState>
    );
  if (search.collection !== undefined && count === 1)
    return (
      <EmptyState title={galleryWords.emptyCollection} text={galleryWords.emptyCollectionAdvice} />
    );
  return (
    <EmptyState title={galleryWords.noMatch} text={galleryWords.noMatchAdvice}>
      <Button onClick={onClear}>{galleryWords.clearFilters}</Button>
    </EmptyState>
  );
}

function NothingYet() {
  const isTouch = useIsTouch();
  return (
    <EmptyState
      title={galleryWords.empty}
      text={isTouch ? galleryWords.emptyAdviceTouch : galleryWords.emptyAdvice}
    >
      <ButtonLink to="/generate" variant="filled">
        {galleryWords.toGenerate}
      </ButtonLink>
    </EmptyState>
  );
}
