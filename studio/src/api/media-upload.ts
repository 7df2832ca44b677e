import { ConnectionError, KinoraError, type UploadedMedia } from '@kinora/client';
import { reportUnauthorized } from './unauthorized';

/**
 * Uploads a file. `XMLHttpRequest`, as `fetch` doesn't tell how much was sent.
 * @param onProgress share of the bytes that were sent, 0 to 1
 * @throws KinoraError if the file is refused, ConnectionError, AbortError
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
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new ConnectionError());
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'));
    request.onload = () => {
      if (request.status === 401) reportUnauthorized();
      if (request.status < 300) resolve(request.response as UploadedMedia);
      else reject(new KinoraError(request.status, request.response));
    };
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
