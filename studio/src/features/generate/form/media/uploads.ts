import type { UploadedMedia } from '@kinora/client';
import { type UploadFields, uploadMedia } from '../../../../api/media-upload';
import { omit } from '../../../../ui/omit';
import { notifyError } from '../../../../ui/notify';
import { problemOf } from '../../../../ui/problem';
import { createStore, useStore } from '../../../../ui/external-store';
import { errorStore, formStore, setParamOf, useFormPart } from '../form-state';

interface Upload {
  readonly workflow: string;
  /** How much of the file is sent, from 0 to 1. */
  readonly fraction: number;
  readonly abort: () => void;
}

/** Uploads under way, by the workflow and the param that they are for. */
const uploads = createStore<Readonly<Record<string, Upload>>>({});

const keyOf = (workflow: string, param: string): string => `${workflow} ${param}`;

const currentWorkflow = (): string => formStore.get().workflow;

const useCurrentWorkflow = (): string => useFormPart(({ workflow }) => workflow);

/** The upload for a param of the form in view. */
export function useUpload(param: string): Upload | undefined {
  const key = keyOf(useCurrentWorkflow(), param);
  return useStore(uploads, (all) => all[key]);
}

/** How much of the uploads for the form in view is sent, from 0 to 1; null if there are none. */
export function useUploadProgress(): number | null {
  const workflow = useCurrentWorkflow();
  return useStore(uploads, (all) => {
    const running = uploadsFor(workflow, all);
    if (running.length === 0) return null;
    return running.reduce((sum, { fraction }) => sum + fraction, 0) / running.length;
  });
}

/** Whether a file for the form in view is being uploaded. */
export const isUploading = (): boolean => uploadsFor(currentWorkflow(), uploads.get()).length > 0;

const uploadsFor = (workflow: string, all: Readonly<Record<string, Upload>>): readonly Upload[] =>
  Object.values(all).filter((upload) => upload.workflow === workflow);

/**
 * Uploads a file and sets it as the value of a param of the workflow in view, also if another one is in view by then.
 * @returns its record; undefined if it was refused (the field says why), cancelled or replaced by another upload
 */
export async function uploadFor(param: string, file: File): Promise<UploadedMedia | undefined> {
  const workflow = currentWorkflow();
  try {
    return await tryUpload(param, file);
  } catch (error) {
    if (workflow === currentWorkflow())
      errorStore.set({ ...errorStore.get(), [param]: problemOf(error).title });
    notifyError(error);
    return undefined;
  }
}

/**
 * As {@link uploadFor}, for callers that show what was refused.
 * @throws KinoraError, ConnectionError
 */
export async function tryUpload(
  param: string,
  file: File,
  fields?: UploadFields,
): Promise<UploadedMedia | undefined> {
  const form = formStore.get();
  const { workflow } = form;
  const key = keyOf(workflow, param);
  uploads.get()[key]?.abort();
  const controller = new AbortController();
  const abort = () => controller.abort();
  const show = (fraction: number) => {
    if (!controller.signal.aborted)
      uploads.set({ ...uploads.get(), [key]: { workflow, fraction, abort } });
  };
  show(0);
  try {
    const media = await uploadMedia(file, show, controller.signal, fields);
    setParamOf(form, param, media.path);
    return media;
  } catch (error) {
    if (controller.signal.aborted) return undefined;
    throw error;
  } finally {
    if (!controller.signal.aborted) forget(key);
  }
}

export function cancelUpload(param: string): void {
  const key = keyOf(currentWorkflow(), param);
  uploads.get()[key]?.abort();
  forget(key);
}

function forget(key: string): void {
  uploads.set(omit(uploads.get(), key));
}
