import { Modal, type ModalProps } from '@mantine/core';
import { useState } from 'react';

/** A modal with a form: once something is typed, a click beside it no longer closes it. */
export function FormModal({ closeOnClickOutside = true, ...props }: ModalProps) {
  const [isTyped, setIsTyped] = useState(false);
  if (isTyped && !props.opened) setIsTyped(false);
  return (
    <Modal
      {...props}
      closeOnClickOutside={closeOnClickOutside && !isTyped}
      onInput={({ target }) => {
        // Words to search by are not lost work.
        if (target instanceof Element && target.closest('form')) setIsTyped(true);
      }}
    />
  );
}
