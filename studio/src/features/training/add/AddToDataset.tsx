import { Button, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { type Dataset, useDatasetChoices } from '../../../api/datasets';
import type { MediaTile } from '../../../api/types';
import { ChoiceList } from '../../../ui/ChoiceList';
import { ErrorState } from '../../../ui/ErrorState';
import { FormError } from '../../../ui/FormError';
import { OpenModal } from '../../../ui/OpenModal';
import { useSubmitting } from '../../../ui/use-submitting';
import { canTrainOn } from '../model';
import { CAPTION, NewCaption } from '../NewCaption';
import { NewDatasetForm } from '../NewDatasetForm';
import { trainingWords } from '../words';
import { useAddPictures } from './use-add-pictures';
import { addWords as words } from './words';

const { datasets } = trainingWords;

interface AddToDatasetProps {
  readonly items: readonly Pick<MediaTile, 'path' | 'type'>[];
  readonly onClose: () => void;
}

/** Copies the pictures among media of the gallery into a dataset, or into a new one. */
export function AddToDataset({ items, onClose }: AddToDatasetProps) {
  const pictures = items.filter(canTrainOn).map(({ path }) => path);
  const leftOut = items.length - pictures.length;
  return (
    <OpenModal
      onClose={onClose}
      title={words.title(pictures.length)}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      {pictures.length === 0 ? (
        <Text>{words.nothing}</Text>
      ) : (
        <Stack gap="lg">
          {leftOut > 0 && <Text>{words.leftOut(leftOut)}</Text>}
          <AddPicturesForm paths={pictures} onDone={onClose} />
        </Stack>
      )}
    </OpenModal>
  );
}

interface AddPicturesFormProps {
  readonly paths: readonly string[];
  readonly onDone: () => void;
}

function AddPicturesForm({ paths, onDone }: AddPicturesFormProps) {
  const { data: choices, error: listError, refetch } = useDatasetChoices();
  const addPictures = useAddPictures();
  const [caption, setCaption] = useState(CAPTION);
  const [isNew, setIsNew] = useState(false);
  const { isBusy, error, run } = useSubmitting(async (dataset: Dataset) => {
    await addPictures(dataset, paths, caption.trim());
    onDone();
  });
  if (choices === undefined)
    return listError && <ErrorState error={listError} onRetry={() => void refetch()} />;
  const canChoose = choices.length > 0;
  return (
    <>
      <NewCaption value={caption} onChange={setCaption} />
      {error !== undefined && <FormError error={error} />}
      {isNew || !canChoose ? (
        <NewDatasetForm
          onCreate={async (dataset) => {
            // If adding fails, it is there to be chosen.
            setIsNew(false);
            await run(dataset);
          }}
        />
      ) : (
        <ChoiceList
          items={choices}
          aboutOf={({ image_count: n, frozen_by: by }) =>
            by === null ? datasets.pictures(n) : datasets.frozen(by)
          }
          isDisabled={({ frozen_by: by }) => isBusy || by !== null}
          onChoose={(dataset) => void run(dataset)}
        />
      )}
      {canChoose && (
        <Button
          leftSection={!isNew && <IconPlus size={18} stroke={1.5} aria-hidden="true" />}
          onClick={() => setIsNew(!isNew)}
        >
          {isNew ? words.back : words.create}
        </Button>
      )}
    </>
  );
}
