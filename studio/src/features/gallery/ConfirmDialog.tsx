import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import styles from './dialogs.module.css';
import { OpenModal } from '../../ui/OpenModal';
import { galleryWords } from './words';

interface ConfirmDialogProps {
  /** What will be done, on the title and the button: `Delete 3 pictures for good`. */
  readonly action: string;
  readonly text: string;
  /** What has to be typed before; nothing for small changes. */
  readonly typed?: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that can't be taken back, or that is about very many. */
export function ConfirmDialog({ action, text, typed, onConfirm, onClose }: ConfirmDialogProps) {
  const [value, setValue] = useState('');
  const isConfirmed = typed === undefined || value.trim() === typed;
  return (
    <OpenModal
      onClose={onClose}
      title={action}
      closeButtonProps={{ 'aria-label': galleryWords.close }}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isConfirmed) return;
          onConfirm();
          onClose();
        }}
      >
        <p className={styles.text}>{text}</p>
        {typed !== undefined && (
          <TextInput
            data-autofocus
            label={galleryWords.typeToConfirm(typed)}
            value={value}
            autoComplete="off"
            onChange={({ currentTarget }) => setValue(currentTarget.value)}
          />
        )}
        <div className={styles.foot}>
          <Button onClick={onClose}>{galleryWords.cancel}</Button>
          <Button
            type="submit"
            variant="filled"
            color="bad"
            className={isConfirmed ? styles.onBad : undefined}
            disabled={!isConfirmed}
          >
            {action}
          </Button>
        </div>
      </form>
    </OpenModal>
  );
}
