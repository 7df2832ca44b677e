import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addToCollection, createCollection, useCollections } from '../../api/collections';
import { ChoiceList } from '../../ui/ChoiceList';
import { OpenModal } from '../../ui/OpenModal';
import { count as number } from '../../ui/format';
import { notifyDone, notifyError } from '../../ui/notify';
import { useSubmitting } from '../../ui/use-submitting';
import { type ActionTarget, nameOf } from './use-gallery-actions';
import styles from './dialogs.module.css';
import { galleryWords } from './words';

interface CollectionDialogProps {
  readonly about: ActionTarget;
  readonly onClose: () => void;
}

/** Puts media into a collection, or into a new one. */
export function CollectionDialog({ about, onClose }: CollectionDialogProps) {
  const client = useQueryClient();
  const { data: collections = [] } = useCollections();
  const [name, setName] = useState('');
  const paths = 'paths' in about.target ? about.target.paths : [];
  const add = async (collection: () => Promise<{ id: string; name: string }>) => {
    try {
      const { id, name: added } = await collection();
      await addToCollection(id, paths);
      notifyDone(galleryWords.addedTo(nameOf(about), added));
      onClose();
    } finally {
      for (const key of ['collections', 'media'])
        void client.invalidateQueries({ queryKey: [key] });
    }
  };
  const { isBusy, run, submit } = useSubmitting(add, { onError: notifyError });
  const manual = collections.filter(({ kind }) => kind === 'manual');
  return (
    <OpenModal
      onClose={onClose}
      title={galleryWords.addToCollection}
      closeButtonProps={{ 'aria-label': galleryWords.close }}
    >
      <div className={styles.form}>
        {manual.length > 0 && (
          <ChoiceList
            items={manual}
            aboutOf={({ count }) => number(count ?? 0)}
            isDisabled={() => isBusy}
            onChoose={(collection) => void run(() => Promise.resolve(collection))}
          />
        )}
        <form
          className={styles.form}
          onSubmit={(event) => submit(event, () => createCollection(name.trim()))}
        >
          <TextInput
            data-autofocus
            label={galleryWords.newCollection}
            placeholder={galleryWords.collectionName}
            value={name}
            maxLength={200}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <div className={styles.foot}>
            <Button type="submit" variant="filled" loading={isBusy} disabled={name.trim() === ''}>
              {galleryWords.createCollection}
            </Button>
          </div>
        </form>
      </div>
    </OpenModal>
  );
}
