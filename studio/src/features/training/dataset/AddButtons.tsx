import { Button, FileButton } from '@mantine/core';
import { IconPlus, IconUpload } from '@tabler/icons-react';
import { datasetWords as words } from './words';

export interface AddButtonsProps {
  /** Opens the choice of pictures. */
  readonly onAdd: () => void;
  readonly onUpload: (files: readonly File[]) => void;
}

/** The ways to put pictures into a dataset. */
export function AddButtons({ onAdd, onUpload }: AddButtonsProps) {
  return (
    <>
      <Button leftSection={<IconPlus size={18} stroke={1.5} aria-hidden="true" />} onClick={onAdd}>
        {words.add}
      </Button>
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
