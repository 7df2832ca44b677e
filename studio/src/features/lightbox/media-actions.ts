import { useRouter } from '@tanstack/react-router';
import { deleteMedia, restoreMedia, useChangeMedia } from '../../api/media-item';
import type { Media } from '../../api/types';
import { notifyDone, notifyError } from '../../ui/notify';
import { lightboxWords } from './words';

/** What can be done with one media asset, from the toolbar, the menu and the keys. */
export interface MediaActions {
  readonly keep: () => void;
  readonly rate: (rating: number) => void;
  readonly download: () => void;
  readonly useAsInput: () => void;
  readonly useAllSettings: () => void;
  readonly remix: () => void;
  readonly openInGallery: () => void;
  /** Resolves to whether it was moved to the trash. */
  readonly remove: () => Promise<boolean>;
  readonly restore: () => Promise<void>;
}

export function useMediaActions(media: Media): MediaActions {
  const router = useRouter();
  const change = useChangeMedia();
  const { path, prompt_id: job, name } = media;
  const toForm = (search: { input?: string; job?: string; remix?: string }) => {
    void router.navigate({ to: '/generate', search });
  };
  return {
    keep: () => {
      change.mutate({ path, changes: { favourite: !media.favourite } });
    },
    rate: (rating) => {
      change.mutate({ path, changes: { rating } });
    },
    download: () => {
      downloadFile(media);
    },
    useAsInput: () => {
      toForm({ input: path });
    },
    useAllSettings: () => {
      if (job !== null) toForm({ job });
    },
    remix: () => {
      if (job !== null) toForm({ remix: job });
    },
    openInGallery: () => {
      void router.navigate({ to: '/gallery', search: { item: path, around: path } as never });
    },
    remove: async () => {
      try {
        const undo = await deleteMedia(path);
        if (undo) notifyDone(lightboxWords.deleted(name), { undo });
        else notifyDone(lightboxWords.deletedForGood(name));
        return true;
      } catch (error) {
        notifyError(error);
        return false;
      }
    },
    restore: async () => {
      try {
        await restoreMedia(path);
        notifyDone(lightboxWords.restored(name));
      } catch (error) {
        notifyError(error);
      }
    },
  };
}

/** Saves the original under its name. */
export function downloadFile({ url, name }: Pick<Media, 'url' | 'name'>): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
