import { ConnectionError, KinoraError, type UploadedMedia } from '@kinora/client';
import { reportUnauthorized } from './unauthorized';

/** What the library records of an upload besides its file. */
export interface UploadFields {
  /** What it shows. */
  readonly description?: string;
  /** Path of the media asset that it was made from. */
  readonly made_from?: string;
}

/**
 * Uploads a file into the library.
 * @param onProgress share of the bytes that were sent, 0 to 1
 * @throws KinoraError if the file is refused, ConnectionError, AbortError
 */
export const uploadMedia = (
  file: File,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
  fields: UploadFields = {},
): Promise<UploadedMedia> => uploadForm('/api/media', { ...fields, file }, onProgress, signal);

/**
 * Posts a form with a file. `XMLHttpRequest`, as `fetch` doesn't tell how much was sent.
 * @throws what {@link uploadMedia} throws
 */
export function uploadForm<Answer>(
  path: string,
  fields: Readonly<Record<string, string | File>>,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new ConnectionError());
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'));
    request.onload = () => {
      if (request.status === 401) reportUnauthorized();
      if (request.status < 300) resolve(request.response as Answer);
      else reject(new KinoraError(request.status, request.response));
    };
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
