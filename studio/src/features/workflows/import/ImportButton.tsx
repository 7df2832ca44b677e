import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { useCreateDialog } from '../../../routing/create-dialog';
import { FormModal } from '../../../ui/FormModal';
import { DropOverlay } from '../../../ui/DropOverlay';
import { useFileDrop } from '../../../ui/use-file-drop';
import { workflowsWords as words } from '../words';
import { ImportDialog } from './ImportDialog';

interface DroppedFile {
  readonly file: File;
  /** Tells two files of the same name apart. */
  readonly at: number;
}

/** Opens the import; a file dropped anywhere on the page opens it with that file. */
export function ImportButton() {
  const dialog = useCreateDialog();
  const [dropped, setDropped] = useState<DroppedFile>();
  const [isDone, setIsDone] = useState(false);
  const [wasOpen, setWasOpen] = useState(dialog.isOpen);
  if (wasOpen !== dialog.isOpen) {
    setWasOpen(dialog.isOpen);
    // It is also left by a link or by Back.
    if (wasOpen) {
      setDropped(undefined);
      setIsDone(false);
    }
  }
  const isDragging = useFileDrop(([file]) => {
    if (file === undefined) return;
    setDropped({ file, at: Date.now() });
    setIsDone(false);
    if (!dialog.isOpen) dialog.open();
  });
  return (
    <>
      <Button
        leftSection={<IconFileImport size={18} stroke={1.5} aria-hidden="true" />}
        onClick={dialog.open}
      >
        {words.import.open}
      </Button>
      <FormModal
        opened={dialog.isOpen}
        onClose={dialog.close}
        isDone={isDone}
        title={words.import.title}
        size={560}
        closeButtonProps={{ 'aria-label': words.import.close }}
      >
        <ImportDialog
          key={dropped?.at}
          dropped={dropped?.file}
          onDone={setIsDone}
          onClose={dialog.close}
        />
      </FormModal>
      {isDragging && <DropOverlay title={words.import.dropAnywhere} text={words.import.kinds} />}
    </>
  );
}
