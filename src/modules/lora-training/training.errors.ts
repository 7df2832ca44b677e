import { codedError } from '../../platform/errors/app-error';

export class TrainingNotConfigured extends codedError({
  code: 'training_not_configured',
  status: 503,
  meaning:
    'This install has no training toolkit: the operator sets `training.base_url` and `training.root` in the configuration.',
}) {
  constructor() {
    super(
      'This install has no training toolkit. Ask the operator to set training.base_url and training.root.',
    );
  }
}

export class TrainingRootMissing extends codedError({
  code: 'training_root_missing',
  status: 503,
  meaning:
    'The folder of datasets and outputs is not there: the operator corrects `training.root` in the configuration, or creates or mounts the folder.',
}) {
  constructor(
    detail = 'The folder of datasets and outputs is not there. Ask the operator to correct training.root, or to create or mount the folder.',
  ) {
    super(detail);
  }
}

/** The same answer for a run that doesn't exist and for one of another owner. */
export class TrainingRunNotFound extends codedError({
  code: 'training_run_not_found',
  status: 404,
  meaning:
    'There is no such training run, or it is not yours. GET /api/lora-training/jobs lists yours.',
}) {
  constructor() {
    super('There is no training run of this name.', { hint: 'GET /api/lora-training/jobs' });
  }
}

export class TrainingRunFinished extends codedError({
  code: 'training_run_finished',
  status: 409,
  meaning: 'The training run has ended already, so there is nothing to stop.',
}) {
  constructor(jobName: string, status: string) {
    super(`The training run can't be stopped any more: it is ${status}.`, {
      hint: `GET /api/lora-training/jobs/${jobName}`,
      extras: { status },
    });
  }
}

export class TrainingCheckpointNotFound extends codedError({
  code: 'checkpoint_missing',
  status: 404,
  meaning:
    'The run has no such checkpoint, or its file is not complete yet. GET /api/lora-training/checkpoints lists them.',
}) {
  constructor(jobName: string) {
    super('The run has no complete checkpoint of this name.', {
      hint: `GET /api/lora-training/checkpoints?job_name=${jobName}`,
    });
  }
}

export class TrainingCap extends codedError({
  code: 'training_cap',
  status: 429,
  meaning:
    'The key has as many unfinished training runs as `training.max_runs_per_owner` allows. Wait until one ends, or stop one.',
}) {
  constructor(cap: number) {
    super(
      `This key has ${cap} unfinished training runs, which is the most. Wait until one ends, or stop one.`,
      { hint: 'GET /api/lora-training/jobs', headers: { 'Retry-After': '60' } },
    );
  }
}

export class SampleNotFound extends codedError({
  code: 'run_sample_not_found',
  status: 404,
  meaning:
    'The training run has no sample of this name. GET /api/lora-training/jobs/{job_name}/samples lists them.',
}) {
  constructor(jobName: string) {
    super('The training run has no sample of this name.', {
      hint: `GET /api/lora-training/jobs/${jobName}/samples`,
    });
  }
}

export class TrainingRunUnfinished extends codedError({
  code: 'training_run_unfinished',
  status: 409,
  meaning:
    'The training run has not ended, so it can be neither continued nor deleted. Wait until it has, or stop it. One that is being stopped can be deleted with `force=true`.',
}) {
  constructor(jobName: string, status: string, action: 'continued' | 'deleted') {
    const path = `/api/lora-training/jobs/${jobName}`;
    const canForce = action === 'deleted' && status === 'stopping';
    super(
      `The training run is ${status}: only one that has ended can be ${action}.${canForce ? ' If its toolkit will not answer any more, send force=true.' : ''}`,
      { hint: canForce ? `DELETE ${path}?force=true` : `POST ${path}/stop`, extras: { status } },
    );
  }
}

export class RunStopping extends codedError({
  code: 'run_stopping',
  status: 409,
  meaning:
    'The trainer of this run may still be running, and two would overwrite the files of each other. Send it again after Retry-After seconds.',
}) {
  constructor(jobName: string, waitMs: number) {
    super('The trainer of this run may still be running. Try again in a minute.', {
      hint: `GET /api/lora-training/jobs/${jobName}`,
      headers: { 'Retry-After': String(Math.ceil(waitMs / 1000)) },
    });
  }
}

export class NothingToContinue extends codedError({
  code: 'nothing_to_continue',
  status: 409,
  meaning:
    'The training run has no checkpoint to continue from, or the toolkit no longer has the run. Start a new one.',
}) {
  constructor(jobName: string) {
    super(
      'The training run has no checkpoint to continue from, or the toolkit no longer has it. Start a new one.',
      { hint: `GET /api/lora-training/checkpoints?job_name=${jobName}` },
    );
  }
}

export class TrainingRunNotRunning extends codedError({
  code: 'training_run_idle',
  status: 409,
  meaning: 'The training run is not running, so its trainer can do nothing now.',
}) {
  constructor(jobName: string, status: string) {
    super(`The training run is ${status}: only a running one can do this.`, {
      hint: `GET /api/lora-training/jobs/${jobName}`,
      extras: { status },
    });
  }
}

export class ToolkitUnavailable extends codedError({
  code: 'toolkit_unavailable',
  status: 503,
  meaning: 'The training toolkit gave no answer, or refused. `detail` says why; try again later.',
}) {
  constructor(reason: string, cause: unknown) {
    super(reason, { cause, headers: { 'Retry-After': '30' } });
  }
}
