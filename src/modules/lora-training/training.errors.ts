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

const ROOT_MISSING = errorSpec({
  code: 'training_root_missing',
  status: 503,
  meaning:
    'The folder of datasets and outputs is not there: the operator corrects `training.root` in the configuration, or creates or mounts the folder.',
});

export class TrainingRootMissing extends AppError {
  constructor(
    detail = 'The folder of datasets and outputs is not there. Ask the operator to correct training.root, or to create or mount the folder.',
  ) {
    super(ROOT_MISSING, detail);
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
    'The training run has not ended, so it can be neither continued nor deleted. Wait until it has, or stop it.',
});

export class TrainingRunUnfinished extends AppError {
  constructor(jobName: string, status: string, action: 'continued' | 'deleted') {
    super(
      RUN_UNFINISHED,
      `The training run is ${status}: only one that has ended can be ${action}.`,
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
