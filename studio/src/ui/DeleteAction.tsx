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
export function DeleteAction(props: DeleteActionProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <IconAction icon={IconTrash} label={props.words.delete} onClick={() => setIsAsking(true)} />
      {isAsking && <DeleteDialog {...props} onClose={() => setIsAsking(false)} />}
    </>
  );
}

/** Asks before something is deleted. */
export function DeleteDialog({
  words,
  title,
  remove,
  onClose,
}: DeleteActionProps & { readonly onClose: () => void }) {
  const [isBusy, setIsBusy] = useState(false);
  const confirm = async () => {
    setIsBusy(true);
    try {
      await remove();
      onClose();
    } catch (error) {
      notifyError(error);
      setIsBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': words.keep }}>
      <Text mb="lg">{words.deleteText}</Text>
      <Group justify="flex-end" gap="sm">
        <Button onClick={onClose}>{words.keep}</Button>
        <Button color="bad" variant="outline" loading={isBusy} onClick={() => void confirm()}>
          {words.delete}
        </Button>
      </Group>
    </Modal>
  );
}
