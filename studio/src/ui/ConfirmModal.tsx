import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { notifyError } from './notify';
import { useSubmitting } from './use-submitting';

const TYPE = (what: string) => `Type “${what}” to confirm`;

export interface ConfirmModalProps {
  readonly isOpen: boolean;
  readonly title: string | undefined;
  readonly text: string;
  /** What is done. */
  readonly action: string;
  /** What the other button says, which does nothing. */
  readonly keep: string;
  /** What has to be typed before; nothing for small changes. */
  readonly typed?: string | undefined;
  readonly onClose: () => void;
  /** What it throws is shown. */
  readonly onConfirm: () => Promise<void>;
}

/** Asks before something is done that can't be undone, or that is about very many. */
export function ConfirmModal(props: ConfirmModalProps) {
  const { isOpen, title, text, action, keep, typed, onClose, onConfirm } = props;
  const [value, setValue] = useState('');
  const { isBusy, submit } = useSubmitting(onConfirm, { onError: notifyError });
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': keep }}
    >
      <form onSubmit={submit}>
        <Text mb="lg">{text}</Text>
        {typed !== undefined && (
          <TextInput
            data-autofocus
            mb="lg"
            label={TYPE(typed)}
            value={value}
            autoComplete="off"
            onChange={({ currentTarget }) => setValue(currentTarget.value)}
          />
        )}
        <Group justify="flex-end" gap="sm">
          <Button onClick={onClose}>{keep}</Button>
          <Button
            type="submit"
            color="bad"
            variant="outline"
            loading={isBusy}
            disabled={typed !== undefined && value.trim() !== typed}
          >
            {action}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
