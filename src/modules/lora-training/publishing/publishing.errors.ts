import { codedError } from '../../../platform/errors/app-error';
import type { LocatedCheckpoint } from '../runs/located-checkpoints.service';

export class LoraFolderMissing extends codedError({
  code: 'lora_folder_missing',
  status: 503,
  meaning:
    'The folder from which the nodes read LoRAs is not set, or not there: the operator sets `training.lora_dir` in the configuration, or mounts it.',
}) {
  constructor() {
    super(
      'The folder from which the nodes read LoRAs is not set, or not there. Ask the operator to set training.lora_dir, or to mount it.',
    );
  }
}

export class LoraNameTaken extends codedError({
  code: 'lora_name_taken',
  status: 409,
  meaning:
    'There is a LoRA of this name already; it is never overwritten. Publish the checkpoint under another name first; bind, grid and verify then use it.',
}) {
  constructor(name: string, { run, checkpoint }: LocatedCheckpoint) {
    const file = encodeURIComponent(checkpoint.name);
    super(`There is a LoRA ${name} already. Publish the checkpoint under another name first.`, {
      hint: `POST /api/lora-training/jobs/${run.job_name}/checkpoints/${file}/publish {"name": …}`,
      extras: { name },
    });
  }
}

export class LoraNameLimit extends codedError({
  code: 'lora_name_cap',
  status: 409,
  meaning: 'The checkpoint is published under as many names as one may have. Use one of them.',
}) {
  constructor(limit: number) {
    super(`The checkpoint is published under ${limit} names, which is the most. Use one of them.`, {
      hint: 'GET /api/loras',
      extras: { limit },
    });
  }
}

export class LoraMisfit extends codedError({
  code: 'lora_misfit',
  status: 409,
  meaning:
    'The checkpoint would have no effect with the workflow: it was trained for another base model, or is not a LoRA. Choose another workflow.',
}) {
  /** @param why a clause, such as `it was trained for SDXL` */
  constructor(checkpoint: string, why: string) {
    super(`${checkpoint} would have no effect: ${why}.`, {
      hint: 'GET /api/workflows',
      extras: { checkpoint },
    });
  }
}

export class CheckpointChanged extends codedError({
  code: 'checkpoint_changed',
  status: 409,
  meaning: 'The trainer was writing the checkpoint while it was copied. Send the request again.',
}) {
  constructor() {
    super('The trainer is writing this checkpoint just now. Send the request again.');
  }
}

export class VerificationNotFound extends codedError({
  code: 'verification_not_found',
  status: 404,
  meaning: 'The training run has no such verification, or it is not yours. Start one.',
}) {
  constructor(jobName: string) {
    super('The training run has no verification with this id.', {
      hint: `POST /api/lora-training/jobs/${jobName}/verify`,
    });
  }
}

export class PublishedLoraNotFound extends codedError({
  code: 'published_lora_not_found',
  status: 404,
  meaning:
    'No LoRA of this name was published from a training run of yours. GET /api/lora-training/loras lists them.',
}) {
  constructor() {
    super('No LoRA of this name was published from a training run of yours.', {
      hint: 'GET /api/lora-training/loras',
    });
  }
}

export class LoraInUse extends codedError({
  code: 'lora_in_use',
  status: 409,
  meaning:
    'Characters have the LoRA, or its run has not ended. Remove it from the characters and wait for the run, or send `force=true`.',
}) {
  /**
   * @param characters ids of those that may be named
   * @param count of all characters that have it
   * @param run the name of its run, if that has not ended
   */
  constructor(characters: readonly string[], count: number, run: string | null) {
    const reasons = [
      ...(count > 0 ? ['Characters have this LoRA: remove it from them.'] : []),
      ...(run === null ? [] : ['The run of this LoRA has not ended: wait for it.']),
    ];
    super(`${reasons.join(' ')} Or send force=true.`, {
      extras: { characters, character_count: count, job_name: run },
    });
  }
}
