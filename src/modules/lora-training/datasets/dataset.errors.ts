import { AppError, errorSpec } from '../../../platform/errors/app-error';

const DATASET_NOT_FOUND = errorSpec({
  code: 'dataset_not_found',
  status: 404,
  meaning:
    'There is no such dataset, or it is not yours. GET /api/lora-training/datasets lists yours.',
});

/** The same answer for a dataset that doesn't exist and for one of another owner. */
export class DatasetNotFound extends AppError {
  constructor() {
    super(DATASET_NOT_FOUND, 'There is no dataset with this id.', {
      hint: 'GET /api/lora-training/datasets',
    });
  }
}

const DATASET_CAP = errorSpec({
  code: 'dataset_cap',
  status: 409,
  meaning: "The key has reached its limit of datasets. Delete one that you don't need.",
});

export class DatasetLimitReached extends AppError {
  constructor(limit: number) {
    super(
      DATASET_CAP,
      `This key has ${limit} datasets, which is the most. Delete one that you don't need.`,
      { hint: 'GET /api/lora-training/datasets' },
    );
  }
}

const DATASET_FOLDER_MISSING = errorSpec({
  code: 'dataset_folder_missing',
  status: 409,
  meaning:
    'The folder of the dataset is gone from the training root, or is a link. Restore it, or delete the dataset.',
});

export class DatasetFolderMissing extends AppError {
  constructor() {
    super(
      DATASET_FOLDER_MISSING,
      'The folder of this dataset is gone from the training root, or is a link. Restore it, or delete the dataset.',
    );
  }
}

const DATASET_FROZEN = errorSpec({
  code: 'dataset_frozen',
  status: 409,
  meaning:
    'An unfinished training run uses the dataset, so that its pictures and captions stay as they are. Wait until the run has ended, or stop it.',
});

export class DatasetFrozen extends AppError {
  constructor(jobName: string) {
    super(
      DATASET_FROZEN,
      'An unfinished training run uses this dataset. Wait until it has ended, or stop it.',
      { hint: `POST /api/lora-training/jobs/${jobName}/stop` },
    );
  }
}

const DATASET_FULL = errorSpec({
  code: 'dataset_full',
  status: 409,
  meaning:
    'The dataset would have more pictures than one may have. Take some out, or make another dataset.',
});

export class DatasetFull extends AppError {
  constructor(limit: number) {
    super(
      DATASET_FULL,
      `A dataset has at most ${limit} pictures. Take some out, or make another dataset.`,
      { extras: { limit } },
    );
  }
}

const DATASET_CHANGED = errorSpec({
  code: 'dataset_changed',
  status: 409,
  meaning:
    'The captions of the dataset have changed since `version`. Look at them again, and send the new version.',
});

export class DatasetChanged extends AppError {
  constructor(version: string) {
    super(
      DATASET_CHANGED,
      'The captions have changed since this version. Look at them again, and send the new version.',
      { extras: { version } },
    );
  }
}

const NOTHING_TO_UNDO = errorSpec({
  code: 'caption_undo_empty',
  status: 409,
  meaning: 'No change of the captions is left that could be undone.',
});

export class CaptionUndoEmpty extends AppError {
  constructor() {
    super(NOTHING_TO_UNDO, 'No change of these captions is left that could be undone.');
  }
}

const WORK_BUSY = errorSpec({
  code: 'dataset_work_busy',
  status: 503,
  meaning:
    'Too much work on datasets (copies, reports, edits of captions) of this caller, or of all callers, waits. Send it again after Retry-After seconds.',
});

export class DatasetWorkBusy extends AppError {
  constructor() {
    super(WORK_BUSY, 'Too much work on datasets waits. Send it again in five seconds.', {
      headers: { 'Retry-After': '5' },
    });
  }
}

const ITEM_NOT_FOUND = errorSpec({
  code: 'dataset_item_not_found',
  status: 404,
  meaning:
    'The dataset has no picture of this name. GET /api/lora-training/datasets/{id}/items lists them.',
});

export class DatasetItemNotFound extends AppError {
  constructor(id: string) {
    super(ITEM_NOT_FOUND, 'The dataset has no picture of this name.', {
      hint: `GET /api/lora-training/datasets/${id}/items`,
    });
  }
}

const ITEM_UNREADABLE = errorSpec({
  code: 'dataset_item_unreadable',
  status: 422,
  meaning:
    'The picture is damaged, or has too many pixels, so that it has no thumbnail. The toolkit can not train on damaged pictures.',
});

export class DatasetItemUnreadable extends AppError {
  constructor(cause: unknown) {
    super(ITEM_UNREADABLE, 'The picture can not be decoded, so that it has no thumbnail.', {
      cause,
    });
  }
}
