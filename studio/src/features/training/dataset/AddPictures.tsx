import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addToDataset, type Dataset, refreshDataset, useDatasetItems } from '../../../api/datasets';
import { FormError } from '../../../ui/FormError';
import { notifyDone } from '../../../ui/notify';
import { useSubmitting } from '../../../ui/use-submitting';
import { PicturesPicker } from '../../media-picker/public';
import { CAPTION, NewCaption } from '../NewCaption';
import { datasetWords as words } from './words';

interface AddPicturesProps {
  readonly dataset: Dataset;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Copies pictures of the gallery into the dataset, each with a caption. */
export function AddPictures({ dataset, isOpen, onClose }: AddPicturesProps) {
  const queries = useQueryClient();
  const { data: items = [] } = useDatasetItems(dataset.id);
  const [caption, setCaption] = useState(CAPTION);
  const { isBusy, error, run } = useSubmitting(async (paths: readonly string[]) => {
    const { changed } = await addToDataset(dataset.id, paths, caption.trim());
    onClose();
    notifyDone(words.added(changed.length));
    await refreshDataset(queries, dataset.id);
  });
  return (
    <PicturesPicker
      isOpen={isOpen}
      title={words.addTitle(dataset.name)}
      // The copies have the names of the pictures.
      chosen={items.map(({ name }) => name)}
      isBusy={isBusy}
      onClose={onClose}
      onPick={(paths) => void run(paths)}
    >
      <NewCaption value={caption} onChange={setCaption} />
      {error !== undefined && <FormError error={error} />}
    </PicturesPicker>
  );
}
