import { ConnectionLost, toApiError } from './api-error';
import { randomId } from './ids';
import type { Schemas } from './types';
import { reportUnauthorized } from './unauthorized';

export type UploadedMedia = Schemas['UploadedMediaResponse'];

/**
 * Uploads a file. `XMLHttpRequest`, as `fetch` doesn't tell how much was sent.
 * @param onProgress share of the bytes that were sent, 0 to 1
 * @throws ApiError if the file is refused, ConnectionLost, AbortError
 */
export function uploadMedia(
  file: File,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<UploadedMedia> {
  const form = new FormData();
  form.set('file', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/api/media');
    request.setRequestHeader('Idempotency-Key', randomId());
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new ConnectionLost());
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'));
    request.onload = () => {
      if (request.status === 401) reportUnauthorized();
      if (request.status < 300) resolve(request.response as UploadedMedia);
      else reject(toApiError(request.status, request.response));
    };
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
