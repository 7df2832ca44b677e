import { Button, Modal } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { workflowsWords as words } from '../words';
import { ImportDialog } from './ImportDialog';

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/** Opens the import; a file dropped anywhere on the page opens it with that file. */
export function ImportButton() {
  const [isOpen, setIsOpen] = useState(false);
  const [dropped, setDropped] = useState<File>();
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const onDrop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0];
      if (file === undefined) return;
      event.preventDefault();
      setDropped(file);
      setIsOpen(true);
    };
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('drop', onDrop);
    };
  }, []);
  const close = () => {
    setIsOpen(false);
    setDropped(undefined);
  };
  return (
    <>
      <Button
        leftSection={<IconFileImport size={18} stroke={1.5} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        {words.import.open}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={words.import.title}
        size={560}
        closeButtonProps={{ 'aria-label': words.import.close }}
      >
        <ImportDialog key={dropped?.name} dropped={dropped} onClose={close} />
      </Modal>
    </>
  );
}
