import { codedError } from '../errors/app-error';

/** The picture can't be decoded. */
export class ImageUnreadable extends Error {}

/** A file made to exhaust memory or time, or one that happens to. */
export class MediaTooCostly extends codedError({
  code: 'media_too_costly',
  status: 422,
  meaning:
    'Decoding the file would take more memory or time than is spent on one file. Send a smaller file.',
}) {
  /** @param why a clause that names the limit */
  constructor(readonly why: string) {
    super(`Decoding this file would take too much memory or time: ${why}. Send a simpler one.`);
  }
}

/** The process that decoded the picture ended within its limits: for the picture, or for something else. */
export class DecodingBrokeDown extends MediaTooCostly {
  constructor() {
    super('the process that decoded it ended unexpectedly');
  }
}

export class FfmpegMissing extends codedError({
  code: 'ffmpeg_missing',
  status: 503,
  meaning:
    'ffmpeg is not installed on the server, and the request needs it. GET /api/health says so; ask the operator to install it.',
}) {
  /** @param why what needs it, as a clause */
  constructor(why: string) {
    super(`${why}, and ffmpeg is not installed here. Ask the operator to install it.`, {
      hint: 'GET /api/health',
    });
  }
}
