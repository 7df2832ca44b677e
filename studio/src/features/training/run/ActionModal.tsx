import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { FormModal } from '../../../ui/FormModal';
import { runWords as words } from './words';

interface ActionModalProps extends Pick<ButtonProps, 'leftSection' | 'size'> {
  /** Of the button. */
  readonly label: string;
  /** Names the button where several have the same label. */
  readonly name?: string;
  readonly title: string;
  /** The form, which closes the dialog when it is done. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens a dialog with a form. */
export function ActionModal({ label, name, title, children, ...button }: ActionModalProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button {...button} aria-label={name} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <FormModal
        opened={isOpen}
        onClose={close}
        title={title}
        closeButtonProps={{ 'aria-label': words.close }}
      >
        {children(close)}
      </FormModal>
    </>
  );
}
