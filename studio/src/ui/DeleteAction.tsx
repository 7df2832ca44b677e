import { Button, Group, Modal, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { IconAction } from './IconAction';
import { notifyError } from './notify';

interface DeleteActionProps {
  readonly words: {
    readonly delete: string;
    readonly deleteText: string;
    readonly keep: string;
  };
  readonly title: string;
  /** Deletes it and leaves its page. */
  readonly remove: () => Promise<void>;
}

/** Deletes what a page shows, after asking. */
export function DeleteAction({ words, title, remove }: DeleteActionProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const confirm = async () => {
    setIsBusy(true);
    try {
      await remove();
    } catch (error) {
      notifyError(error);
      setIsBusy(false);
    }
  };
  return (
    <>
      <IconAction icon={IconTrash} label={words.delete} onClick={() => setIsAsking(true)} />
      <Modal
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={title}
        closeButtonProps={{ 'aria-label': words.keep }}
      >
        <Text mb="lg">{words.deleteText}</Text>
        <Group justify="flex-end" gap="sm">
          <Button onClick={() => setIsAsking(false)}>{words.keep}</Button>
          <Button color="bad" variant="outline" loading={isBusy} onClick={() => void confirm()}>
            {words.delete}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
