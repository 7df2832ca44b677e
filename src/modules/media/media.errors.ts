import { AppError, errorSpec } from '../../platform/errors/app-error';

const IMAGE_TOO_LARGE = errorSpec({
  code: 'image_too_large',
  status: 413,
  meaning: 'The picture has more pixels than `limits.pixels`. Scale it down.',
});

/** Mostly decompression bombs: a few bytes that decode to gigabytes. */
export class ImageTooLarge extends AppError {
  constructor(width: number, height: number, limit: number) {
    super(
      IMAGE_TOO_LARGE,
      `The picture has ${width} × ${height} pixels; at most ${limit} in all are taken. Send a smaller one.`,
      { extras: { width, height, limit } },
    );
  }
}

const UPLOAD_TOO_LARGE = errorSpec({
  code: 'upload_too_large',
  status: 413,
  meaning: 'The uploaded file is larger than `limits.upload_bytes`.',
});

export class UploadTooLarge extends AppError {
  constructor(limit: number) {
    super(
      UPLOAD_TOO_LARGE,
      `The file is larger than ${limit} bytes, the most that is taken. Send a smaller one.`,
      { extras: { limit } },
    );
  }
}

const QUOTA_REACHED = errorSpec({
  code: 'quota_reached',
  status: 507,
  meaning:
    "The files of the key's owner are together as large as `limits.owner_bytes` allows. Delete those that you don't need.",
});

export class QuotaReached extends AppError {
  /** @param used bytes of the owner's files, with the refused upload if it was received */
  constructor(used: number, limit: number) {
    super(
      QUOTA_REACHED,
      `This key may keep ${limit} bytes of files, and there is no room for more. ` +
        'Delete media that you no longer need, or ask the operator for more room.',
      { hint: 'GET /api/media', extras: { used_bytes: used, limit } },
    );
  }
}

const UPLOADS_BUSY = errorSpec({
  code: 'uploads_busy',
  status: 429,
  meaning:
    'The key has reached its limit of simultaneous uploads, to addresses or with the key. Send this one again after Retry-After seconds.',
});

export class UploadsBusy extends AppError {
  constructor(limit: number) {
    super(
      UPLOADS_BUSY,
      `This key has ${limit} uploads under way, which is the most. Send this one when one of them has ended.`,
      { headers: { 'Retry-After': '5' }, extras: { limit } },
    );
  }
}

const NO_THUMBNAIL = errorSpec({
  code: 'thumbnail_unavailable',
  status: 404,
  meaning:
    'No small picture can be made of this file: sound, too many pixels, or no ffmpeg here. Fetch the whole file.',
});

export class ThumbnailUnavailable extends AppError {
  constructor(why: string, cause?: unknown) {
    super(NO_THUMBNAIL, `There is no thumbnail of this file: ${why}`, { cause });
  }
}

const NO_FRAME = errorSpec({
  code: 'frame_unavailable',
  status: 422,
  meaning:
    'No frame of this video can be decoded: it is damaged, or takes too much memory or time.',
});

export class FrameUnavailable extends AppError {
  constructor(cause?: unknown) {
    super(
      NO_FRAME,
      'The last frame of this video can’t be decoded: it is damaged, or takes too much memory or time. Send another video.',
      { cause },
    );
  }
}

const COUNT_CHANGED = errorSpec({
  code: 'count_changed',
  status: 409,
  meaning:
    'The request matches another number of media than `expected_count`; `count` is the number. Look again, and send that.',
});

export class CountChanged extends AppError {
  constructor(count: number) {
    super(
      COUNT_CHANGED,
      `The request matches ${count} media. Nothing was changed: send expected_count ${count}, or omit it.`,
      { extras: { count } },
    );
  }
}

const OPERATION_NOT_FOUND = errorSpec({
  code: 'operation_not_found',
  status: 404,
  meaning:
    'There is no such operation, or it is not yours. Finished operations are kept for 7 days.',
});

export class OperationNotFound extends AppError {
  constructor() {
    super(OPERATION_NOT_FOUND, 'There is no operation with this id.');
  }
}

const TOO_MANY_OPERATIONS = errorSpec({
  code: 'too_many_operations',
  status: 429,
  meaning:
    'The owner of the key has as many unfinished operations as one may have. Wait until GET /api/operations/{id} says that one has ended.',
});

export class TooManyOperations extends AppError {
  constructor(limit: number) {
    super(
      TOO_MANY_OPERATIONS,
      `${limit} of your operations are unfinished, the most there may be. Nothing was changed: send it again when one has ended.`,
      { headers: { 'Retry-After': '10' }, extras: { limit } },
    );
  }
}

const UNDO_NOT_FOUND = errorSpec({
  code: 'undo_not_found',
  status: 404,
  meaning:
    'The token is unknown, was used, or has expired: after 24 hours, or after 100 later changes.',
});

export class UndoNotFound extends AppError {
  constructor() {
    super(UNDO_NOT_FOUND, 'Nothing can be undone with this token: it was used, or has expired.');
  }
}

const UNDO_NOT_READY = errorSpec({
  code: 'undo_not_ready',
  status: 409,
  meaning: 'The operation still runs. Wait until GET /api/operations/{id} says that it has ended.',
});

export class UndoNotReady extends AppError {
  constructor() {
    super(UNDO_NOT_READY, 'The operation still runs. Undo it once it has ended.');
  }
}

const UNDO_STALE = errorSpec({
  code: 'undo_stale',
  status: 409,
  meaning:
    'Some media were changed since and stay as they are: `stale` names up to 100 of `stale_count`. The `undone` others are as before.',
});

const MAX_STALE = 100;

export class UndoStale extends AppError {
  constructor(undone: number, stale: readonly string[]) {
    super(
      UNDO_STALE,
      `${undone} media are as before; ${stale.length} were changed since and stay as they are.`,
      { extras: { undone, stale_count: stale.length, stale: stale.slice(0, MAX_STALE) } },
    );
  }
}
