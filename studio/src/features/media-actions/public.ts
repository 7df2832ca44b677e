import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { deleteMedia, mediaItemQuery, restoreMedia, useChangeMedia } from '../../api/media-item';
import type { Media } from '../../api/types';
import { notifyDone, notifyError } from '../../ui/notify';
import { mediaActionWords } from './words';

/** What can be done with one media asset, from the toolbar, the menu and the keys. */
export interface MediaActions {
  readonly keep: () => void;
  readonly rate: (rating: number) => void;
  readonly download: () => void;
  readonly useAsInput: () => void;
  readonly makeClip: () => void;
  readonly useAllSettings: () => void;
  readonly remix: () => void;
  readonly openInGallery: () => void;
  readonly restore: () => Promise<void>;
}

/** Acts on one media asset, with messages and a way back where there is one. Without one nothing happens. */
export function useMediaActions(media: Media | undefined): MediaActions {
  const router = useRouter();
  const change = useChangeMedia();
  const on = (act: (item: Media) => void) => () => {
    if (media) act(media);
  };
  const toForm = (search: Partial<Record<'input' | 'clip' | 'job' | 'remix', string>>) => {
    void router.navigate({ to: '/generate', search });
  };
  return {
    keep: on(({ path, favourite }) => {
      change.mutate({ path, changes: { favourite: !favourite } });
    }),
    rate: (rating) => {
      if (media) change.mutate({ path: media.path, changes: { rating } });
    },
    download: on(downloadFile),
    useAsInput: on(({ path }) => {
      toForm({ input: path });
    }),
    makeClip: on(({ path: clip }) => {
      toForm({ clip });
    }),
    useAllSettings: on(({ prompt_id: job }) => {
      if (job !== null) toForm({ job });
    }),
    remix: on(({ prompt_id: job }) => {
      if (job !== null) toForm({ remix: job });
    }),
    openInGallery: on(({ path }) => {
      void router.navigate({ to: '/gallery', search: { item: path, around: path } });
    }),
    restore: async () => {
      if (media) await takeFromTrash(media);
    },
  };
}

/** Moves a media asset to the trash, as soon as its record is there. Resolves to whether it was moved. */
export function useMoveToTrash(): (path: string) => Promise<boolean> {
  const client = useQueryClient();
  return (path) => moveToTrash(client, path);
}

/** Paths of what is on its way to the trash. */
const leaving = new Set<string>();

async function moveToTrash(client: QueryClient, path: string): Promise<boolean> {
  if (leaving.has(path)) return false;
  leaving.add(path);
  try {
    const { type } = await client.query({ ...mediaItemQuery(path), staleTime: 'static' });
    const undo = await deleteMedia(path);
    if (undo) notifyDone(mediaActionWords.deleted(type), { undo });
    else notifyDone(mediaActionWords.deletedForGood(type));
    return true;
  } catch (error) {
    notifyError(error);
    return false;
  } finally {
    leaving.delete(path);
  }
}

async function takeFromTrash({ path, type }: Media): Promise<void> {
  try {
    await restoreMedia(path);
    notifyDone(mediaActionWords.restored(type));
  } catch (error) {
    notifyError(error);
  }
}

/** Saves the original under its name. */
export function downloadFile({ url, name }: Pick<Media, 'url' | 'name'>): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/** The browser has taken the file over by then. */
const SAVED_MS = 60_000;

/** Saves what has been loaded under a name. */
export function downloadBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  downloadFile({ url, name });
  setTimeout(() => URL.revokeObjectURL(url), SAVED_MS);
}
