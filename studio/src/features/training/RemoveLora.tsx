import { KinoraError } from '@kinora/client';
import { useQueryClient } from '@tanstack/react-query';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { refreshLoras, unpublishLora } from '../../api/trained-loras';
import { ConfirmModal } from '../../ui/ConfirmModal';
import { IconAction } from '../../ui/IconAction';
import { notifyDone } from '../../ui/notify';
import { trainingWords } from './words';

const { loras: words } = trainingWords;

/** Removes a published LoRA from the nodes, after asking; once more if something uses it. */
export function RemoveLora({ name }: { readonly name: string }) {
  const queries = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const [isInUse, setIsInUse] = useState(false);
  const close = () => {
    setIsAsking(false);
    setIsInUse(false);
  };
  const remove = async () => {
    try {
      await unpublishLora(name, { force: isInUse });
    } catch (error) {
      if (!(error instanceof KinoraError) || error.code !== 'lora_in_use') throw error;
      setIsInUse(true);
      return;
    }
    close();
    notifyDone(words.removed(name));
    refreshLoras(queries);
  };
  return (
    <>
      <IconAction
        icon={IconTrash}
        label={words.removeName(name)}
        onClick={() => setIsAsking(true)}
      />
      <ConfirmModal
        isOpen={isAsking}
        title={words.removeTitle(name)}
        text={isInUse ? words.inUse : words.removeText}
        action={isInUse ? words.removeAnyway : words.remove}
        keep={words.keep}
        onClose={close}
        onConfirm={remove}
      />
    </>
  );
}
