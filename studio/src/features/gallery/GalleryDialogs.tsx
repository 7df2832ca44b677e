import { lazyPart } from '../../ui/lazy-part';
import { ShareLink } from '../links/public';
import { AddToDataset } from '../training/public';
import { CollectionDialog } from './CollectionDialog';
import { ConfirmDialog } from './ConfirmDialog';
import { type ActionTarget, nameOf } from './use-gallery-actions';
import type { GalleryCommands } from './use-gallery-commands';
import { galleryWords } from './words';

/** With the field for tags, which the gallery needs for nothing else. */
const TagDialog = lazyPart(async () => (await import('./TagDialog')).TagDialog);

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
          onSave={(change) => {
            close();
            void commands.tag(about, change);
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
