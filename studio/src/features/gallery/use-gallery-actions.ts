import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MediaList } from '../../api/media';
import {
  archiveOf,
  changeMetadata,
  deleteMedia,
  type MediaChange,
  type MediaTarget,
  type MetadataChange,
  patchTiles,
  purgeMedia,
  removeFromLists,
  restoreMedia,
} from '../../api/media-changes';
import { mediaItemKey } from '../../api/media-item';
import { mediaUrl } from '../../api/media-url';
import type { MediaTile } from '../../api/types';
import { notifyDone, notifyError } from '../../ui/notify';
import { downloadBlob, downloadFile } from '../media-actions/public';
import { notifyUndoable } from './undo-stack';
import { galleryWords, things } from './words';

/** What an action is about: the selection, or the item under the cursor. */
export interface ActionTarget {
  readonly target: MediaTarget;
  readonly count: number;
  /** Loaded tiles among them. */
  readonly tiles: readonly MediaTile[];
}

/** A change of many media that goes on in the background. */
export interface RunningOperation {
  readonly id: string;
  readonly undoToken: string | undefined;
  readonly done: string;
}

const MAX_ARCHIVE = 1_000;

/** `3 pictures`, if all of them are. */
export function nameOf({ count, tiles }: Pick<ActionTarget, 'count' | 'tiles'>): string {
  const kinds = new Set(tiles.map(({ type }) => type));
  const [kind] = kinds;
  return things(count, tiles.length === count && kinds.size === 1 ? kind : undefined);
}

/** Changes of the media that an action is about. Each shows at once, and says how to take it back. */
export function useGalleryActions(list: MediaList | undefined) {
  const client = useQueryClient();
  const [operation, setOperation] = useState<RunningOperation>();

  const finish = (change: MediaChange, text: string) => {
    if (change.operationId !== undefined)
      setOperation({ id: change.operationId, undoToken: change.undoToken, done: text });
    else if (change.changed > 0) notifyUndoable(client, text, change.undoToken);
    if (change.failed.length > 0) notifyError(new Error(galleryWords.failed(change.failed.length)));
  };
  const refresh = () => {
    for (const key of ['media', 'media-item', 'collections'])
      void client.invalidateQueries({ queryKey: [key] });
  };

  /** @returns whether it was done */
  const run = async (send: () => Promise<MediaChange>, text: string): Promise<boolean> => {
    try {
      finish(await send(), text);
      return true;
    } catch (error) {
      notifyError(error);
      return false;
    } finally {
      refresh();
    }
  };
  const purgeAndForget = async (target: MediaTarget) => {
    const change = await purgeMedia(target);
    // Nothing answers for them any more.
    if ('paths' in target)
      for (const path of target.paths) client.removeQueries({ queryKey: mediaItemKey(path) });
    return change;
  };
  const runWithout = async (
    { target }: ActionTarget,
    send: (target: MediaTarget) => Promise<MediaChange>,
    text: string,
  ) => {
    if ('paths' in target) await removeFromLists(client, new Set(target.paths));
    return run(() => send(target), text);
  };
  const change = ({ target, tiles }: ActionTarget, metadata: MetadataChange, text: string) => {
    const { favourite, rating } = metadata;
    const patch = {
      ...(typeof favourite === 'boolean' && { favourite }),
      ...(typeof rating === 'number' && { rating }),
    };
    patchTiles(client, new Set(tiles.map(({ path }) => path)), patch);
    return run(() => changeMetadata(target, metadata), text);
  };

  return {
    operation,
    endOperation: () => setOperation(undefined),
    keep: (about: ActionTarget) => {
      const favourite = !about.tiles.every((tile) => tile.favourite);
      const { kept, unkept } = galleryWords;
      return change(about, { favourite }, (favourite ? kept : unkept)(nameOf(about)));
    },
    rate: (about: ActionTarget, rating: number) =>
      change(about, { rating }, galleryWords.rated(nameOf(about), rating)),
    tag: (about: ActionTarget, metadata: MetadataChange) =>
      change(about, metadata, galleryWords.tagged(nameOf(about))),
    remove: (about: ActionTarget) =>
      runWithout(about, deleteMedia, galleryWords.deleted(nameOf(about))),
    restore: (about: ActionTarget) =>
      runWithout(about, restoreMedia, galleryWords.restored(nameOf(about))),
    purge: (about: ActionTarget) =>
      runWithout(about, purgeAndForget, galleryWords.deletedForGood(nameOf(about))),
    download: (about: ActionTarget) => download(about, list).catch(notifyError),
    refresh,
  };
}

async function download(about: ActionTarget, list: MediaList | undefined): Promise<void> {
  const { target, count, tiles } = about;
  if (list === undefined || !('paths' in target) || count > MAX_ARCHIVE)
    throw new Error(galleryWords.tooManyToDownload);
  const [path] = target.paths;
  if (count === 1 && path !== undefined) {
    downloadFile({ url: mediaUrl(path), name: tiles[0]?.name ?? path });
    return;
  }
  notifyDone(galleryWords.preparing, { id: 'archive' });
  downloadBlob(await archiveOf(target.paths), 'kinora.zip');
  notifyDone(galleryWords.downloaded(nameOf(about)));
}
