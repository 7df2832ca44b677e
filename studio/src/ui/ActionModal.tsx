import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { FormModal } from './FormModal';

const CLOSE = 'Close';

interface ActionModalProps extends Pick<ButtonProps, 'leftSection' | 'size' | 'disabled'> {
  /** Of the button. */
  readonly label: string;
  /** Names the button where several have the same label. */
  readonly name?: string;
  readonly title: string;
  /** Of the dialog. */
  readonly width?: number;
  /** The form, which closes the dialog when it is done. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens a dialog with a form. */
export function ActionModal(props: ActionModalProps) {
  const { label, name, title, width, children, ...button } = props;
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
        size={width}
        closeButtonProps={{ 'aria-label': CLOSE }}
      >
        {children(close)}
      </FormModal>
    </>
  );
}
