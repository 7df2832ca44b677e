import { codedError } from '../../platform/errors/app-error';

/** Mostly decompression bombs: a few bytes that decode to gigabytes. */
export class ImageTooLarge extends codedError({
  code: 'image_too_large',
  status: 413,
  meaning: 'The picture has more pixels than `limits.pixels`. Scale it down.',
}) {
  constructor(width: number, height: number, limit: number) {
    super(
      `The picture has ${width} × ${height} pixels; at most ${limit} in all are taken. Send a smaller one.`,
      { extras: { width, height, limit } },
    );
  }
}

export class UploadTooLarge extends codedError({
  code: 'upload_too_large',
  status: 413,
  meaning: 'The uploaded file is larger than `limits.upload_bytes`.',
}) {
  constructor(limit: number) {
    super(`The file is larger than ${limit} bytes, the most that is taken. Send a smaller one.`, {
      extras: { limit },
    });
  }
}

export class QuotaReached extends codedError({
  code: 'quota_reached',
  status: 507,
  meaning:
    "The files of the key's owner are together as large as `limits.owner_bytes` allows. Delete those that you don't need.",
}) {
  /** @param used bytes of the owner's files, with the refused upload if it was received */
  constructor(used: number, limit: number) {
    super(
      `This key may keep ${limit} bytes of files, and there is no room for more. ` +
        'Delete media that you no longer need, or ask the operator for more room.',
      { hint: 'GET /api/media', extras: { used_bytes: used, limit } },
    );
  }
}

export class UploadsBusy extends codedError({
  code: 'uploads_busy',
  status: 429,
  meaning:
    'The key has reached its limit of simultaneous uploads, to addresses or with the key. Send this one again after Retry-After seconds.',
}) {
  constructor(limit: number) {
    super(
      `This key has ${limit} uploads under way, which is the most. Send this one when one of them has ended.`,
      { headers: { 'Retry-After': '5' }, extras: { limit } },
    );
  }
}

export class ArchivesBusy extends codedError({
  code: 'archives_busy',
  status: 429,
  meaning:
    'As many archives of the key wait as may. Request this one again after Retry-After seconds, or when another one has ended.',
}) {
  constructor(limit: number) {
    super(
      `${limit} of your archives wait for their turn, the most there may be. Request this one when another one has ended.`,
      { headers: { 'Retry-After': '10' }, extras: { limit } },
    );
  }
}

export class ThumbnailUnavailable extends codedError({
  code: 'thumbnail_unavailable',
  status: 404,
  meaning:
    'No small picture can be made of this file: sound, too many pixels, or no ffmpeg here. Fetch the whole file.',
}) {
  constructor(why: string, cause?: unknown) {
    super(`There is no thumbnail of this file: ${why}`, { cause });
  }
}

export class FrameUnavailable extends codedError({
  code: 'frame_unavailable',
  status: 422,
  meaning:
    'No frame of this video can be decoded: it is damaged, or takes too much memory or time.',
}) {
  constructor(cause?: unknown) {
    super(
      'The last frame of this video can’t be decoded: it is damaged, or takes too much memory or time. Send another video.',
      { cause },
    );
  }
}

export class CountChanged extends codedError({
  code: 'count_changed',
  status: 409,
  meaning:
    'The request matches another number of media than `expected_count`; `count` is the number. Look again, and send that.',
}) {
  constructor(count: number) {
    super(
      `The request matches ${count} media. Nothing was changed: send expected_count ${count}, or omit it.`,
      { extras: { count } },
    );
  }
}

export class OperationNotFound extends codedError({
  code: 'operation_not_found',
  status: 404,
  meaning:
    'There is no such operation, or it is not yours. Finished operations are kept for 7 days.',
}) {
  constructor() {
    super('There is no operation with this id.');
  }
}

export class TooManyOperations extends codedError({
  code: 'too_many_operations',
  status: 429,
  meaning:
    'The owner of the key has as many unfinished operations as one may have. Wait until GET /api/operations/{id} says that one has ended.',
}) {
  constructor(limit: number) {
    super(
      `${limit} of your operations are unfinished, the most there may be. Nothing was changed: send it again when one has ended.`,
      { headers: { 'Retry-After': '10' }, extras: { limit } },
    );
  }
}

export class UndoNotFound extends codedError({
  code: 'undo_not_found',
  status: 404,
  meaning:
    'The token is unknown, was used, or has expired: after 24 hours, or after 100 later changes.',
}) {
  constructor() {
    super('Nothing can be undone with this token: it was used, or has expired.');
  }
}

export class UndoNotReady extends codedError({
  code: 'undo_not_ready',
  status: 409,
  meaning: 'The operation still runs. Wait until GET /api/operations/{id} says that it has ended.',
}) {
  constructor() {
    super('The operation still runs. Undo it once it has ended.');
  }
}

const MAX_STALE = 100;

export class UndoStale extends codedError({
  code: 'undo_stale',
  status: 409,
  meaning:
    'Some media were changed since and stay as they are: `stale` names up to 100 of `stale_count`. The `undone` others are as before.',
}) {
  constructor(undone: number, stale: readonly string[]) {
    super(
      `${undone} media are as before; ${stale.length} were changed since and stay as they are.`,
      { extras: { undone, stale_count: stale.length, stale: stale.slice(0, MAX_STALE) } },
    );
  }
}
