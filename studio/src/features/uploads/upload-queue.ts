import { randomId } from '@kinora/client';
import { isRefusal } from '../../api/once';
import { uploadMedia } from '../../api/media-upload';
import { createStore, useStore } from '../../ui/external-store';
import { problemOf } from '../../ui/problem';
import { uploadsWords as words } from './words';

/** Files that are sent at the same time. */
const MAX_PARALLEL = 3;

/** What became of a file that was sent. */
export interface Uploaded {
  /** What happened, where that needs saying. */
  readonly note?: string;
  /** Where it is in the gallery, if it is there. */
  readonly path?: string;
}

/** Sends a file. `onProgress` takes the share of it that was sent, 0 to 1. */
export type SendFile = (
  file: File,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
) => Promise<Uploaded>;

/** One file on its way to the service. */
export interface Upload extends Uploaded {
  readonly id: string;
  readonly file: File;
  readonly send: SendFile;
  /** What has failed may be sent again. */
  readonly status: 'waiting' | 'sending' | 'done' | 'refused' | 'failed';
  /** 0 to 1. */
  readonly progress: number;
}

const uploads = createStore<readonly Upload[]>([]);
const aborts = new Map<string, AbortController>();

const patch = (id: string, change: Partial<Upload>) =>
  uploads.set(uploads.get().map((each) => (each.id === id ? { ...each, ...change } : each)));

/** Whether a file is on its way. */
export const isOpen = ({ status }: Upload): boolean => status === 'waiting' || status === 'sending';

const askToStay = (event: Event) => event.preventDefault();
uploads.subscribe(() => {
  if (uploads.get().some(isOpen)) addEventListener('beforeunload', askToStay);
  else removeEventListener('beforeunload', askToStay);
});

/** The files of this session, the oldest first. They go on while other pages are in view. */
export const useUploads = (): readonly Upload[] => useStore(uploads, (all) => all);

/** Sends files one after another, into the gallery unless `send` says otherwise. */
export function addUploads(files: readonly File[], send: SendFile = sendToGallery): void {
  uploads.set([...uploads.get(), ...files.map((file) => waiting(file, send))]);
  startWaiting();
}

/** Sends a file again, in its place. */
export function retryUpload({ id, file, send }: Upload): void {
  uploads.set(uploads.get().map((each) => (each.id === id ? waiting(file, send) : each)));
  startWaiting();
}

const waiting = (file: File, send: SendFile): Upload => ({
  id: randomId(),
  file,
  send,
  status: 'waiting',
  progress: 0,
});

/** Stops a file that is on its way, and takes it off the list. */
export function cancelUpload(id: string): void {
  aborts.get(id)?.abort();
  uploads.set(uploads.get().filter((upload) => upload.id !== id));
}

/** Takes ended uploads off the list. */
export const clearUploads = () => uploads.set(uploads.get().filter(isOpen));

function startWaiting(): void {
  const sending = uploads.get().filter(({ status }) => status === 'sending').length;
  const next = uploads
    .get()
    .filter(({ status }) => status === 'waiting')
    .slice(0, MAX_PARALLEL - sending);
  for (const upload of next) void start(upload);
}

async function start({ id, file, send }: Upload): Promise<void> {
  const abort = new AbortController();
  aborts.set(id, abort);
  patch(id, { status: 'sending' });
  try {
    const onProgress = (progress: number) => patch(id, { progress });
    const uploaded = await send(file, onProgress, abort.signal);
    patch(id, { ...uploaded, status: 'done', progress: 1 });
  } catch (error) {
    patch(id, {
      status: isRefusal(error) ? 'refused' : 'failed',
      note: problemOf(error).title,
    });
  } finally {
    aborts.delete(id);
    startWaiting();
  }
}

/** The events of what was uploaded reload the gallery: once for all that come together. */
const sendToGallery: SendFile = async (file, onProgress, signal) => {
  const { path, duplicate, restored } = await uploadMedia(file, onProgress, signal);
  const note = restored ? words.restored : duplicate ? words.duplicate : undefined;
  return { path, ...(note !== undefined && { note }) };
};
