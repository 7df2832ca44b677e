import { randomId } from '@kinora/client';
import { useSyncExternalStore } from 'react';
import { uploadMedia } from '../../../api/media-upload';
import { queryClient } from '../../../api/query-client';
import { problemOf } from '../../../ui/problem';
import { galleryWords } from '../words';

/** Files that are sent at the same time. */
const MAX_PARALLEL = 3;

/** One file on its way into the gallery. */
export interface Upload {
  readonly id: string;
  readonly file: File;
  readonly status: 'waiting' | 'sending' | 'done' | 'refused';
  /** 0 to 1. */
  readonly progress: number;
  /** What happened, where that needs saying. */
  readonly note?: string;
  /** Where it is in the gallery. */
  readonly path?: string;
}

let uploads: readonly Upload[] = [];
const listeners = new Set<() => void>();
const aborts = new Map<string, AbortController>();

function update(next: readonly Upload[]): void {
  uploads = next;
  for (const listener of listeners) listener();
}
const patch = (id: string, change: Partial<Upload>) =>
  update(uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)));

/** The files of this session, the oldest first. They go on while other pages are in view. */
export const useUploads = (): readonly Upload[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => uploads,
  );

export function addUploads(files: readonly File[]): void {
  const added = files.map((file): Upload => ({
    id: randomId(),
    file,
    status: 'waiting',
    progress: 0,
  }));
  update([...uploads, ...added]);
  startWaiting();
}

/** Stops a file that is on its way, and takes it off the list. */
export function cancelUpload(id: string): void {
  aborts.get(id)?.abort();
  update(uploads.filter((upload) => upload.id !== id));
}

/** Empties the list. What is on its way stays. */
export const clearUploads = () =>
  update(uploads.filter(({ status }) => status === 'waiting' || status === 'sending'));

function startWaiting(): void {
  const sending = uploads.filter(({ status }) => status === 'sending').length;
  const next = uploads
    .filter(({ status }) => status === 'waiting')
    .slice(0, MAX_PARALLEL - sending);
  for (const upload of next) void send(upload);
}

async function send({ id, file }: Upload): Promise<void> {
  const abort = new AbortController();
  aborts.set(id, abort);
  patch(id, { status: 'sending' });
  try {
    const onProgress = (progress: number) => patch(id, { progress });
    const { path, duplicate, restored } = await uploadMedia(file, onProgress, abort.signal);
    const note = restored
      ? galleryWords.restoredUpload
      : duplicate
        ? galleryWords.duplicate
        : undefined;
    patch(id, { status: 'done', progress: 1, path, ...(note !== undefined && { note }) });
    void queryClient.invalidateQueries({ queryKey: ['media'] });
  } catch (error) {
    patch(id, { status: 'refused', note: problemOf(error).title });
  } finally {
    aborts.delete(id);
    startWaiting();
  }
}
