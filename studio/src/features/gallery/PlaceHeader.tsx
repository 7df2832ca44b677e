import { Button, Menu, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { type Collection, deleteCollection, renameCollection } from '../../api/collections';
import { useSession } from '../../api/session';
import { DeleteDialog } from '../../ui/DeleteAction';
import { IconAction } from '../../ui/IconAction';
import { OpenModal } from '../../ui/OpenModal';
import { notifyDone, notifyError } from '../../ui/notify';
import { useSubmitting } from '../../ui/use-submitting';
import dialogs from './dialogs.module.css';
import type { GallerySearch } from './model';
import { toFilter } from './model';
import styles from './PlaceHeader.module.css';
import type { GalleryCommands } from './use-gallery-commands';
import { galleryWords } from './words';

interface PlaceHeaderProps {
  readonly search: GallerySearch;
  readonly total: number;
  readonly commands: GalleryCommands;
  readonly onLeave: () => void;
}

/** Names the trash or the collection that is in view, with what can be done with it as a whole. */
export function PlaceHeader({ search, total, commands, onLeave }: PlaceHeaderProps) {
  const days = useSession().data?.limits.trash_days;
  if (search.trashed) {
    const about = {
      target: { filter: toFilter(search), expected: total },
      count: total,
      tiles: [],
    };
    return (
      <div className={styles.bar}>
        <h2 className={styles.title}>{galleryWords.trash}</h2>
        <span className={styles.text}>
          {days === undefined ? '' : galleryWords.trashText(days)}
        </span>
        <Button
          className={styles.bad}
          disabled={total === 0}
          onClick={() => commands.setDialog({ kind: 'purge', about })}
        >
          {galleryWords.allTrash}
        </Button>
        <Button className={styles.leave} onClick={onLeave}>
          {galleryWords.backToGallery}
        </Button>
      </div>
    );
  }
  const { collection } = commands;
  return collection ? <CollectionHeader collection={collection} onLeave={onLeave} /> : null;
}

interface CollectionHeaderProps {
  readonly collection: Collection;
  readonly onLeave: () => void;
}

function CollectionHeader({ collection, onLeave }: CollectionHeaderProps) {
  const client = useQueryClient();
  const { id, name, kind } = collection;
  const [dialog, setDialog] = useState<'rename' | 'delete'>();
  const close = () => setDialog(undefined);
  const renameTo = async (next: string) => {
    await renameCollection(id, next);
    close();
    void client.invalidateQueries({ queryKey: ['collections'] });
  };
  return (
    <div className={styles.bar}>
      <h2 className={styles.title} dir="auto">
        {name}
      </h2>
      <span className={styles.text}>{kind === 'saved' ? galleryWords.saved : ''}</span>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <IconAction icon={IconDots} label={galleryWords.collectionActions} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setDialog('rename')}>{galleryWords.rename}</Menu.Item>
          <Menu.Item className={styles.bad} onClick={() => setDialog('delete')}>
            {galleryWords.deleteCollection}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button className={styles.leave} onClick={onLeave}>
        {galleryWords.closeCollection}
      </Button>
      {dialog === 'rename' && <RenameDialog name={name} onClose={close} onRename={renameTo} />}
      {dialog === 'delete' && (
        <DeleteDialog
          title={galleryWords.deleteCollection}
          words={{
            delete: galleryWords.deleteCollection,
            deleteText: galleryWords.deleteCollectionText,
            keep: galleryWords.cancel,
          }}
          onClose={close}
          remove={async () => {
            await deleteCollection(id);
            notifyDone(galleryWords.collectionDeleted(name));
            onLeave();
            void client.invalidateQueries({ queryKey: ['collections'] });
          }}
        />
      )}
    </div>
  );
}

interface RenameDialogProps {
  readonly name: string;
  readonly onRename: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

function RenameDialog({ name, onRename, onClose }: RenameDialogProps) {
  const [value, setValue] = useState(name);
  const { isBusy, submit } = useSubmitting(onRename, { onError: notifyError });
  return (
    <OpenModal
      onClose={onClose}
      title={galleryWords.renameCollection}
      closeButtonProps={{ 'aria-label': galleryWords.close }}
    >
      <form className={dialogs.form} onSubmit={(event) => submit(event, value.trim())}>
        <TextInput
          data-autofocus
          label={galleryWords.collectionName}
          value={value}
          maxLength={200}
          onChange={({ currentTarget }) => setValue(currentTarget.value)}
        />
        <div className={dialogs.foot}>
          <Button type="submit" variant="filled" loading={isBusy} disabled={value.trim() === ''}>
            {galleryWords.rename}
          </Button>
        </div>
      </form>
    </OpenModal>
  );
}
