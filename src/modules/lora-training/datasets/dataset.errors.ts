import { codedError } from '../../../platform/errors/app-error';

/** The same answer for a dataset that doesn't exist and for one of another owner. */
export class DatasetNotFound extends codedError({
  code: 'dataset_not_found',
  status: 404,
  meaning:
    'There is no such dataset, or it is not yours. GET /api/lora-training/datasets lists yours.',
}) {
  constructor() {
    super('There is no dataset with this id.', { hint: 'GET /api/lora-training/datasets' });
  }
}

export class DatasetLimitReached extends codedError({
  code: 'dataset_cap',
  status: 409,
  meaning: "The key has reached its limit of datasets. Delete one that you don't need.",
}) {
  constructor(limit: number) {
    super(`This key has ${limit} datasets, which is the most. Delete one that you don't need.`, {
      hint: 'GET /api/lora-training/datasets',
    });
  }
}

export class DatasetFolderMissing extends codedError({
  code: 'dataset_folder_missing',
  status: 409,
  meaning:
    'The folder of the dataset is gone from the training root, or is a link. Restore it, or delete the dataset.',
}) {
  constructor() {
    super(
      'The folder of this dataset is gone from the training root, or is a link. Restore it, or delete the dataset.',
    );
  }
}

export class DatasetFrozen extends codedError({
  code: 'dataset_frozen',
  status: 409,
  meaning:
    'An unfinished training run uses the dataset, so that its pictures and captions stay as they are. Wait until the run has ended, or stop it.',
}) {
  /** @param jobName of the run; empty for an admin's run, which the caller can't stop */
  constructor(jobName: string) {
    super(
      jobName === ''
        ? 'An unfinished training run of an admin uses this dataset. Wait until it has ended.'
        : 'An unfinished training run uses this dataset. Wait until it has ended, or stop it.',
      jobName === '' ? {} : { hint: `POST /api/lora-training/jobs/${jobName}/stop` },
    );
  }
}

export class DatasetFull extends codedError({
  code: 'dataset_full',
  status: 409,
  meaning:
    'The dataset would have more pictures than one may have. Take some out, or make another dataset.',
}) {
  constructor(limit: number) {
    super(`A dataset has at most ${limit} pictures. Take some out, or make another dataset.`, {
      extras: { limit },
    });
  }
}

export class DatasetChanged extends codedError({
  code: 'dataset_changed',
  status: 409,
  meaning:
    'The captions of the dataset have changed since `version`. Look at them again, and send the new version.',
}) {
  constructor(version: string) {
    super(
      'The captions have changed since this version. Look at them again, and send the new version.',
      { extras: { version } },
    );
  }
}

export class CaptionUndoEmpty extends codedError({
  code: 'caption_undo_empty',
  status: 409,
  meaning: 'No change of the captions is left that could be undone.',
}) {
  constructor() {
    super('No change of these captions is left that could be undone.');
  }
}

export class DatasetWorkBusy extends codedError({
  code: 'dataset_work_busy',
  status: 503,
  meaning:
    'Too much work on datasets (copies, reports, edits of captions) of this caller, or of all callers, waits. Send it again after Retry-After seconds.',
}) {
  constructor() {
    super('Too much work on datasets waits. Send it again in five seconds.', {
      headers: { 'Retry-After': '5' },
    });
  }
}

export class DatasetItemNotFound extends codedError({
  code: 'dataset_item_not_found',
  status: 404,
  meaning:
    'The dataset has no picture of this name. GET /api/lora-training/datasets/{id}/items lists them.',
}) {
  constructor(id: string) {
    super('The dataset has no picture of this name.', {
      hint: `GET /api/lora-training/datasets/${id}/items`,
    });
  }
}

export class DatasetItemUnreadable extends codedError({
  code: 'dataset_item_unreadable',
  status: 422,
  meaning:
    'The picture is damaged, or has too many pixels, so that it has no thumbnail. The toolkit cannot train on damaged pictures.',
}) {
  constructor(cause: unknown) {
    super('The picture cannot be decoded, so that it has no thumbnail.', { cause });
  }
}
