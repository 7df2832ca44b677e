import { AppError, errorSpec } from '../../../platform/errors/app-error';

const UNSUPPORTED = errorSpec({
  code: 'unsupported_media',
  status: 415,
  meaning:
    "The content of the file isn't of an accepted type, or is damaged. Upload PNG, JPEG, WebP, GIF, AVIF, MP4, MOV, WebM, MKV, WAV, MP3, FLAC, OGG or M4A.",
});

const KINDS = 'PNG, JPEG, WebP, GIF, AVIF, MP4, MOV, WebM, MKV, WAV, MP3, FLAC, OGG or M4A';

/** Judged by content, never by name. */
export class UnsupportedMedia extends AppError {
  constructor(why: string, cause?: unknown) {
    super(UNSUPPORTED, `${why} Send an undamaged ${KINDS} file.`, { cause });
  }
}
