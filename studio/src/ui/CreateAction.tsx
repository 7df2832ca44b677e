import { Button, Modal } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';

interface CreateActionProps {
  readonly label: string;
  readonly words: { readonly title: string; readonly close: string };
  /** The form. It is made when the dialog opens, so it begins empty. */
  readonly children: ReactNode;
}

/** Opens a dialog with the form of something new. */
export function CreateAction({ label, words, children }: CreateActionProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        leftSection={<IconPlus size={18} stroke={1.5} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        {label}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={words.title}
        closeButtonProps={{ 'aria-label': words.close }}
      >
        {children}
      </Modal>
    </>
  );
}
