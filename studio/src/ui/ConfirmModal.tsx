import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { notifyError } from './notify';

interface ConfirmModalProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly text: string;
  /** What is done. */
  readonly action: string;
  /** What the other button says, which does nothing. */
  readonly keep: string;
  readonly onClose: () => void;
  /** What it throws is shown. */
  readonly onConfirm: () => Promise<void>;
}

/** Asks before something is done that can't be undone. */
export function ConfirmModal(props: ConfirmModalProps) {
  const { isOpen, title, text, action, keep, onClose, onConfirm } = props;
  const [isBusy, setIsBusy] = useState(false);
  const confirm = async () => {
    setIsBusy(true);
    try {
      await onConfirm();
    } catch (error) {
      notifyError(error);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': keep }}
    >
      <Text mb="lg">{text}</Text>
      <Group justify="flex-end" gap="sm">
        <Button onClick={onClose}>{keep}</Button>
        <Button color="bad" variant="outline" loading={isBusy} onClick={() => void confirm()}>
          {action}
        </Button>
      </Group>
    </Modal>
  );
}
