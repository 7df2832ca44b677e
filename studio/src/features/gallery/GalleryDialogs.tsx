import { DeleteDialog } from '../../ui/DeleteAction';
import { lazyDialog } from '../../ui/lazy-part';
import { ShareLink } from '../links/public';
import { AddToDataset } from '../training/public';
import { CollectionDialog } from './CollectionDialog';
import { type ActionTarget, nameOf } from './use-gallery-actions';
import type { GalleryCommands } from './use-gallery-commands';
import { galleryWords } from './words';

/** With the field for tags, which the gallery needs for nothing else. */
const TagDialog = lazyDialog(async () => (await import('./TagDialog')).TagDialog);

/** Deleting more than so many for good has to be typed. */
const MAX_UNTYPED = 20;

/** What is named, with its type as far as it is loaded. */
function itemsOf({ target, tiles }: ActionTarget) {
  const types = new Map(tiles.map(({ path, type }) => [path, type]));
  const paths = 'paths' in target ? target.paths : [];
  return paths.map((path) => ({ path, type: types.get(path) ?? 'image' }));
}

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
          onSave={async (change) => {
            if (await commands.tag(about, change)) close();
          }}
        />
      );
    case 'collection':
      return <CollectionDialog about={about} onClose={close} />;
    case 'dataset':
      return <AddToDataset items={itemsOf(about)} onClose={close} />;
    case 'share':
      return itemsOf(about).map((item) => (
        <ShareLink key={item.path} media={item} onClose={close} />
      ));
    case 'deleteAll':
      return (
        <DeleteDialog
          title={galleryWords.confirmAll(name)}
          words={{
            delete: galleryWords.confirmAll(name),
            deleteText: galleryWords.confirmAllText,
            keep: galleryWords.cancel,
          }}
          typed={String(about.count)}
          onClose={close}
          remove={() => {
            done();
            void commands.remove(about);
          }}
        />
      );
    case 'purge':
      return (
        <DeleteDialog
          title={galleryWords.purge(name)}
          words={{
            delete: galleryWords.purge(name),
            deleteText: galleryWords.purgeText,
            keep: galleryWords.cancel,
          }}
          typed={about.count > MAX_UNTYPED ? String(about.count) : undefined}
          onClose={close}
          remove={() => {
            done();
            void commands.purge(about);
          }}
        />
      );
  }
}
