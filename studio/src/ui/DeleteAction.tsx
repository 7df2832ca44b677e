import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmModal, type ConfirmModalProps } from './ConfirmModal';
import { IconAction } from './IconAction';
import { useFocusReturn } from './use-focus-return';

interface DeleteActionProps extends Pick<ConfirmModalProps, 'typed'> {
  readonly words: {
    readonly delete: string;
    readonly deleteText: string;
    readonly keep: string;
  };
  readonly title: string;
  /** Deletes it and leaves its page. */
  readonly remove: () => Promise<void> | void;
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
  typed,
  remove,
  onClose,
}: DeleteActionProps & { readonly onClose: () => void }) {
  useFocusReturn();
  return (
    <ConfirmModal
      isOpen
      title={title}
      text={words.deleteText}
      action={words.delete}
      keep={words.keep}
      typed={typed}
      onClose={onClose}
      onConfirm={async () => {
        await remove();
        onClose();
      }}
    />
  );
}
