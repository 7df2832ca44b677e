import { CollectionDialog } from './CollectionDialog';
import { ConfirmDialog } from './ConfirmDialog';
import { TagDialog } from './TagDialog';
import { nameOf } from './use-gallery-actions';
import type { GalleryCommands } from './use-gallery-commands';
import { galleryWords } from './words';

/** Deleting more than so many for good has to be typed. */
const MAX_UNTYPED = 20;

/** The dialog that is open, if any. */
export function GalleryDialogs({ commands }: { readonly commands: GalleryCommands }) {
  const { dialog, closeDialog: close, done } = commands;
  if (dialog === undefined) return null;
  const { kind, about } = dialog;
  const name = nameOf(about);
  switch (kind) {
    case 'tag':
      return (
        <TagDialog
          about={about}
          onClose={close}
          onSave={(change) => {
            close();
            void commands.tag(about, change);
          }}
        />
      );
    case 'collection':
      return <CollectionDialog about={about} onClose={close} />;
    case 'deleteAll':
      return (
        <ConfirmDialog
          action={galleryWords.confirmAll(name)}
          text={galleryWords.confirmAllText}
          typed={String(about.count)}
          onClose={close}
          onConfirm={() => {
            done();
            void commands.remove(about);
          }}
        />
      );
    case 'purge':
      return (
        <ConfirmDialog
          action={galleryWords.purge(name)}
          text={galleryWords.purgeText}
          {...(about.count > MAX_UNTYPED && { typed: String(about.count) })}
          onClose={close}
          onConfirm={() => {
            done();
            void commands.purge(about);
          }}
        />
      );
  }
}
