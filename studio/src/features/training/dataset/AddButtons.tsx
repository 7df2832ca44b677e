import { Button, FileButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import type { Dataset } from '../../../api/datasets';
import { AddPictures } from './AddPictures';
import { datasetWords as words } from './words';

interface AddButtonsProps {
  readonly dataset: Dataset;
  readonly onUpload: (files: readonly File[]) => void;
}

/** The ways to put pictures into a dataset. */
export function AddButtons({ dataset, onUpload }: AddButtonsProps) {
  return (
    <>
      <AddPictures dataset={dataset} />
      <FileButton multiple accept="image/png,image/jpeg,image/webp" onChange={onUpload}>
        {(props) => (
          <Button {...props} leftSection={<IconUpload size={18} stroke={1.5} aria-hidden="true" />}>
            {words.upload}
          </Button>
        )}
      </FileButton>
    </>
  );
}
