import { Button } from '@mantine/core';
import { IconTextCaption } from '@tabler/icons-react';
import { useState } from 'react';
import type { Dataset } from '../../../api/datasets';
import { trainingWords } from '../words';
import { FormModal } from '../../../ui/FormModal';
import { EditCaptionsForm } from './EditCaptionsForm';
import { datasetWords } from './words';

const { captions: words } = datasetWords;

/** Changes all captions of the dataset together. */
export function EditCaptions({ dataset }: { readonly dataset: Dataset }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button
        leftSection={<IconTextCaption size={18} stroke={1.5} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        {words.edit}
      </Button>
      <FormModal
        opened={isOpen}
        onClose={close}
        title={words.title}
        size={640}
        closeButtonProps={{ 'aria-label': trainingWords.close }}
      >
        <EditCaptionsForm dataset={dataset} onDone={close} />
      </FormModal>
    </>
  );
}
