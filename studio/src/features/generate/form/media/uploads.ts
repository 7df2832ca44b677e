import type { UploadedMedia } from '@kinora/client';
import { uploadMedia } from '../../../../api/media-upload';
import { omit } from '../../../../ui/omit';
import { notifyError } from '../../../../ui/notify';
import { problemOf } from '../../../../ui/problem';
import { createStore, useStore } from '../external-store';
import { errorStore, setParam } from '../form-state';

interface Upload {
  /** How much of the file is sent, from 0 to 1. */
  readonly fraction: number;
  readonly abort: () => void;
}

/** Uploads under way, by the param that they are for. */
const uploads = createStore<Readonly<Record<string, Upload>>>({});

export const useUpload = (param: string): Upload | undefined =>
  useStore(uploads, (all) => all[param]);

/** How much of all uploads under way is sent, from 0 to 1; null if there are none. */
export const useUploadProgress = (): number | null =>
  useStore(uploads, (all) => {
    const running = Object.values(all);
    if (running.length === 0) return null;
    return running.reduce((sum, { fraction }) => sum + fraction, 0) / running.length;
  });

/** Whether a file for the form is being uploaded. */
export const isUploading = (): boolean => Object.keys(uploads.get()).length > 0;

/**
 * Uploads a file and sets it as the value of a param.
 * @returns its record; undefined if it was refused (the field says why), cancelled or replaced by another upload
 */
export async function uploadFor(param: string, file: File): Promise<UploadedMedia | undefined> {
  uploads.get()[param]?.abort();
  const controller = new AbortController();
  const abort = () => controller.abort();
  const show = (fraction: number) => {
    if (!controller.signal.aborted) uploads.set({ ...uploads.get(), [param]: { fraction, abort } });
  };
  show(0);
  try {
    const media = await uploadMedia(file, show, controller.signal);
    setParam(param, media.path);
    return media;
  } catch (error) {
    if (controller.signal.aborted) return undefined;
    errorStore.set({ ...errorStore.get(), [param]: problemOf(error).title });
    notifyError(error);
    return undefined;
  } finally {
    if (!controller.signal.aborted) forget(param);
  }
}

export function cancelUpload(param: string): void {
  uploads.get()[param]?.abort();
  forget(param);
}

function forget(param: string): void {
  uploads.set(omit(uploads.get(), param));
}
