import { detectKind, type MediaKind } from './media-kind';

/** What files of the types that `detectKind` knows are called. AVIF is not listed: an animated one is none of these types. */
const MEDIA_NAME = /\.(?:png|jpe?g|webp|gif|mp4|mov|m4a|webm|mkv|wav|mp3|flac|ogg|opus)$/i;

const EXTENSION = /\.[A-Za-z0-9]{1,10}$/;
const CONTROL_CHARACTER = /[\0-\x08\x0e-\x1f\x7f]/;

/**
 * Detects the type of a job's output by its content. What is not a picture, video or sound is a `file`, with the extension
 * that the node gave it.
 * @returns `null` for an empty file, and for other content under the name of a picture, video or sound: mostly an error
 * page of a proxy
 */
export function detectOutputKind(head: Buffer, filename: string): MediaKind | null {
  const media = detectKind(head);
  if (media || head.length === 0 || MEDIA_NAME.test(filename)) return media;
  const extension = EXTENSION.exec(filename)?.[0].toLowerCase() ?? '.bin';
  return { format: 'other', type: 'file', ...contentType(head), extension };
}

/** Never a type that a browser runs. */
function contentType(head: Buffer): Pick<MediaKind, 'mime'> {
  if (head.toString('latin1', 0, 4) === 'glTF') return { mime: 'model/gltf-binary' };
  return { mime: isText(head) ? 'text/plain; charset=utf-8' : 'application/octet-stream' };
}

function isText(head: Buffer): boolean {
  try {
    // `stream`: the last character may be cut.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return !CONTROL_CHARACTER.test(text);
  } catch {
    return false;
  }
}
