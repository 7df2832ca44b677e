import { AppError, errorSpec } from '../../platform/errors/app-error';

const NOT_CONFIGURED = errorSpec({
  code: 'training_not_configured',
  status: 503,
  meaning:
    'This install has no training toolkit: the operator sets `training.base_url` and `training.root` in the configuration.',
});

export class TrainingNotConfigured extends AppError {
  constructor() {
    super(
      NOT_CONFIGURED,
      'This install has no training toolkit. Ask the operator to set training.base_url and training.root.',
    );
  }
}

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
