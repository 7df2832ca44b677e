import { Modal, type ModalProps } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';

interface FormModalProps extends ModalProps {
  /** What was typed is saved. */
  readonly isDone?: boolean;
}

/** Ctrl-Enter presses a form's button from a field of several lines, where Enter begins a new line. */
function submitByKey({ key, ctrlKey, metaKey, target }: KeyboardEvent): void {
  const isSubmit = key === 'Enter' && (ctrlKey || metaKey);
  if (isSubmit && target instanceof HTMLTextAreaElement)
    target.form?.querySelector<HTMLButtonElement>('[type=submit]')?.click();
}

/** A modal with a form: once something is typed, neither Esc nor a click beside it closes it. */
export function FormModal({
  closeOnClickOutside = true,
  closeOnEscape = true,
  isDone = false,
  onKeyDown,
  ...props
}: FormModalProps) {
  const [isTyped, setIsTyped] = useState(false);
  if (isTyped && (isDone || !props.opened)) setIsTyped(false);
  return (
    <Modal
      {...props}
      closeOnClickOutside={closeOnClickOutside && !isTyped}
      closeOnEscape={closeOnEscape && !isTyped}
      onKeyDown={(event) => {
        submitByKey(event);
        onKeyDown?.(event);
      }}
      onInput={({ target }) => {
        // Words to search by are not lost work.
        if (target instanceof Element && target.closest('form')) setIsTyped(true);
      }}
    />
  );
}
