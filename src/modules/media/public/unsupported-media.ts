import { codedError } from '../../../platform/errors/app-error';

const KINDS = 'PNG, JPEG, WebP, GIF, AVIF, MP4, MOV, WebM, MKV, WAV, MP3, FLAC, OGG or M4A';

/** Judged by content, never by name. */
export class UnsupportedMedia extends codedError({
  code: 'unsupported_media',
  status: 415,
  meaning:
    "The content of the file isn't of an accepted type, or is damaged. Upload PNG, JPEG, WebP, GIF, AVIF, MP4, MOV, WebM, MKV, WAV, MP3, FLAC, OGG or M4A.",
}) {
  constructor(why: string, cause?: unknown) {
    super(`${why} Send an undamaged ${KINDS} file.`, { cause });
  }
}
