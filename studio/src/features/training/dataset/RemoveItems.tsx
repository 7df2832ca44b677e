import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshDataset, removeFromDataset } from '../../../api/datasets';
import { ConfirmModal } from '../../../ui/ConfirmModal';
import { notifyDone } from '../../../ui/notify';
import styles from './Dataset.module.css';
import { datasetWords as words } from './words';

interface RemoveItemsProps {
  /** Id of the dataset. */
  readonly dataset: string;
  readonly names: readonly string[];
  readonly onRemoved: () => void;
}

/** Takes pictures out of the dataset, after asking: their captions can't be brought back. */
export function RemoveItems({ dataset, names, onRemoved }: RemoveItemsProps) {
  const queries = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const remove = async () => {
    const { changed } = await removeFromDataset(dataset, names);
    setIsAsking(false);
    onRemoved();
    notifyDone(words.removed(changed.length));
    await refreshDataset(queries, dataset);
  };
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        className={styles.remove}
        leftSection={<IconTrash size={18} stroke={1.5} aria-hidden="true" />}
        onClick={() => setIsAsking(true)}
      >
        {words.remove(names.length)}
      </Button>
      <ConfirmModal
        isOpen={isAsking}
        title={words.removeTitle(names.length)}
        text={words.removeText}
        action={words.remove(names.length)}
        keep={words.keep}
        onClose={() => setIsAsking(false)}
        onConfirm={remove}
      />
    </>
  );
}
