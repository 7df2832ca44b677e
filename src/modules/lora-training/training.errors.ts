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

const RUN_NOT_FOUND = errorSpec({
  code: 'training_run_not_found',
  status: 404,
  meaning:
    'There is no such training run, or it is not yours. GET /api/lora-training/jobs lists yours.',
});

/** The same answer for a run that doesn't exist and for one of another owner. */
export class TrainingRunNotFound extends AppError {
  constructor() {
    super(RUN_NOT_FOUND, 'There is no training run of this name.', {
      hint: 'GET /api/lora-training/jobs',
    });
  }
}

const RUN_FINISHED = errorSpec({
  code: 'training_run_finished',
  status: 409,
  meaning: 'The training run has ended already, so there is nothing to stop.',
});

export class TrainingRunFinished extends AppError {
  constructor(jobName: string, status: string) {
    super(RUN_FINISHED, `The training run can't be stopped any more: it is ${status}.`, {
      hint: `GET /api/lora-training/jobs/${jobName}`,
      extras: { status },
    });
  }
}

const CHECKPOINT_NOT_FOUND = errorSpec({
  code: 'checkpoint_missing',
  status: 404,
  meaning:
    'The run has no such checkpoint, or its file is not complete yet. GET /api/lora-training/checkpoints lists them.',
});

export class TrainingCheckpointNotFound extends AppError {
  constructor(jobName: string) {
    super(CHECKPOINT_NOT_FOUND, 'The run has no complete checkpoint of this name.', {
      hint: `GET /api/lora-training/checkpoints?job_name=${jobName}`,
    });
  }
}

const TRAINING_CAP = errorSpec({
  code: 'training_cap',
  status: 429,
  meaning:
    'The key has as many unfinished training runs as `training.max_runs_per_owner` allows. Wait until one ends, or stop one.',
});

export class TrainingCap extends AppError {
  constructor(cap: number) {
    super(
      TRAINING_CAP,
      `This key has ${cap} unfinished training runs, which is the most. Wait until one ends, or stop one.`,
      { hint: 'GET /api/lora-training/jobs', headers: { 'Retry-After': '60' } },
    );
  }
}

const SAMPLE_NOT_FOUND = errorSpec({
  code: 'run_sample_not_found',
  status: 404,
  meaning:
    'The training run has no sample of this name. GET /api/lora-training/jobs/{job_name}/samples lists them.',
});

export class SampleNotFound extends AppError {
  constructor(jobName: string) {
    super(SAMPLE_NOT_FOUND, 'The training run has no sample of this name.', {
      hint: `GET /api/lora-training/jobs/${jobName}/samples`,
    });
  }
}

const RUN_UNFINISHED = errorSpec({
  code: 'training_run_unfinished',
  status: 409,
  meaning:
    'The training run has not ended, so it can not be continued. Wait until it has, or stop it.',
});

export class TrainingRunUnfinished extends AppError {
  constructor(jobName: string, status: string) {
    super(
      RUN_UNFINISHED,
      `The training run is ${status}: only one that has ended can be continued.`,
      {
        hint: `POST /api/lora-training/jobs/${jobName}/stop`,
        extras: { status },
      },
    );
  }
}

const RUN_STOPPING = errorSpec({
  code: 'run_stopping',
  status: 409,
  meaning:
    'The trainer of this run may still be running, and two would overwrite the files of each other. Send it again after Retry-After seconds.',
});

export class RunStopping extends AppError {
  constructor(jobName: string, waitMs: number) {
    super(RUN_STOPPING, 'The trainer of this run may still be running. Try again in a minute.', {
      hint: `GET /api/lora-training/jobs/${jobName}`,
      headers: { 'Retry-After': String(Math.ceil(waitMs / 1000)) },
    });
  }
}

const NOTHING_TO_CONTINUE = errorSpec({
  code: 'nothing_to_continue',
  status: 409,
  meaning:
    'The training run has no checkpoint to continue from, or the toolkit no longer has the run. Start a new one.',
});

export class NothingToContinue extends AppError {
  constructor(jobName: string) {
    super(
      NOTHING_TO_CONTINUE,
      'The training run has no checkpoint to continue from, or the toolkit no longer has it. Start a new one.',
      { hint: `GET /api/lora-training/checkpoints?job_name=${jobName}` },
    );
  }
}

const RUN_NOT_RUNNING = errorSpec({
  code: 'training_run_idle',
  status: 409,
  meaning: 'The training run is not running, so its trainer can do nothing now.',
});

export class TrainingRunNotRunning extends AppError {
  constructor(jobName: string, status: string) {
    super(RUN_NOT_RUNNING, `The training run is ${status}: only a running one can do this.`, {
      hint: `GET /api/lora-training/jobs/${jobName}`,
      extras: { status },
    });
  }
}

const TOOLKIT_UNAVAILABLE = errorSpec({
  code: 'toolkit_unavailable',
  status: 503,
  meaning: 'The training toolkit gave no answer, or refused. `detail` says why; try again later.',
});

export class ToolkitUnavailable extends AppError {
  constructor(reason: string, cause: unknown) {
    super(TOOLKIT_UNAVAILABLE, reason, { cause, headers: { 'Retry-After': '30' } });
  }
}
