import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { OwnerNames } from '../../../platform/access/owner-names';
import { AuditLogService } from '../../../platform/audit/audit-log.service';
import { Clock } from '../../../platform/clock/clock';
import { WorkflowCatalogue } from '../../workflows/public/workflow';
import { workflowFor } from '../../workflows/public/workflow-access';
import type { PublishDto } from '../dto/publishing.request';
import type { PublishedLoraRecord } from '../dto/publishing.response';
import {
  LocatedCheckpointsService,
  type LocatedCheckpoint,
} from '../runs/located-checkpoints.service';
import type { TrainedFor } from '../../models/public/base-models';
import { requireFit, trainingOf } from './lora-fit';
import { LoraFolderStore, type Placement } from './lora-folder.store';
import { ownerFolder } from './lora-owner-folder';
import { NodeLorasService } from './node-loras.service';
import type { PublishedLora } from './published-lora.entity';
import { PublishedLorasRepository } from './published-loras.repository';
import { LoraNameLimit, LoraNameTaken } from './publishing.errors';

type UnpublishedLora = Omit<PublishedLora, 'published_at'>;

/** Names of one checkpoint: each is a copy, and is listed to all callers. */
const MAX_NAMES = 10;

/** Copies checkpoints into the folder from which the nodes read LoRAs. */
@Injectable()
export class PublishingService {
  constructor(
    private readonly checkpoints: LocatedCheckpointsService,
    private readonly folder: LoraFolderStore,
    private readonly rows: PublishedLorasRepository,
    private readonly nodes: NodeLorasService,
    private readonly workflows: WorkflowCatalogue,
    private readonly auditLog: AuditLogService,
    private readonly owners: OwnerNames,
    private readonly clock: Clock,
  ) {}

  /**
   * Publishes a checkpoint under a name that must be free, and asks the nodes whether they see it.
   * @throws LoraNameTaken, LoraNameLimit, LoraMisfit, LoraFolderMissing, CheckpointChanged, DiskFull, and what looking up the
   * checkpoint and the workflow throws
   */
  async publish(
    caller: Caller,
    jobName: string,
    checkpoint: string,
    { name, workflow }: PublishDto,
  ): Promise<PublishedLoraRecord> {
    const located = await this.checkpoints.find(caller, jobName, checkpoint);
    if (workflow !== undefined)
      await requireFit(located, workflowFor(caller, this.workflows, workflow));
    // One at a time, so that a checkpoint is published once, and that the run isn't deleted meanwhile.
    const lora = await this.folder.exclusively(jobName, async () =>
      this.add(caller, await this.checkpoints.find(caller, jobName, checkpoint), name),
    );
    return this.record(lora);
  }

  /** The published LoRA of a checkpoint; publishes it if necessary. @throws what {@link publish} throws */
  ensure(caller: Caller, located: LocatedCheckpoint): Promise<PublishedLora> {
    return this.withPublished(caller, located, (lora) => Promise.resolve(lora));
  }

  /** Runs `use` with the LoRA of {@link ensure}, which isn't unpublished meanwhile. @throws also what `use` throws */
  withPublished<T>(
    caller: Caller,
    located: LocatedCheckpoint,
    use: (lora: PublishedLora) => Promise<T>,
  ): Promise<T> {
    const { run, checkpoint } = located;
    return this.folder.exclusively(run.job_name, async () => {
      // It may have been deleted meanwhile.
      const now = await this.checkpoints.find(caller, run.job_name, checkpoint.name);
      return use((await this.published(now)) ?? (await this.add(caller, now, undefined)));
    });
  }

  async record(lora: PublishedLora): Promise<PublishedLoraRecord> {
    const { on, not_on } = await this.nodes.nodesWith(lora.files);
    return {
      ok: true,
      name: lora.name,
      files: [...lora.files],
      job_name: lora.job_name,
      checkpoint: lora.checkpoint,
      step: lora.step,
      size_bytes: lora.size_bytes,
      base_model: lora.base_model,
      visibility: 'install',
      on,
      not_on,
      warnings: on.length > 0 ? [] : [ON_NO_NODE],
      published_at: lora.published_at,
    };
  }

  /** The oldest publication of a checkpoint whose files are there. */
  private async published({ run, checkpoint }: LocatedCheckpoint): Promise<PublishedLora | null> {
    for (const lora of await this.rows.ofStep(run.job_name, checkpoint.step))
      if (await this.folder.has(lora.files)) return lora;
    return null;
  }

  private async add(
    caller: Caller,
    located: LocatedCheckpoint,
    name: string | undefined,
  ): Promise<PublishedLora> {
    await this.folder.requireFolder();
    const lora = this.row(located, name, await trainingOf(located));
    const before = await this.rows.find(lora.name);
    if (before && !(await this.mayReplace(before, lora)))
      throw new LoraNameTaken(lora.name, located);
    const others = await this.rows.ofStep(lora.job_name, lora.step);
    if (!before && others.length >= MAX_NAMES) throw new LoraNameLimit(MAX_NAMES);
    if (!before && !(await this.rows.reserve(lora, this.clock.timestamp())))
      throw new LoraNameTaken(lora.name, located);
    await this.copy(located, lora, before);
    this.nodes.expire();
    // After the copy: files that are newer than this time count as replaced when the LoRA is removed.
    const published = { ...lora, published_at: this.clock.timestamp() };
    const { name: subject, owner_id: ownerId, job_name, checkpoint } = published;
    const operation = { action: 'lora.publish', kind: 'lora', subject, ownerId };
    await this.rows.store(published, (tx) =>
      this.auditLog.recordForeign(tx, caller, { ...operation, details: { job_name, checkpoint } }),
    );
    return published;
  }

  /**
   * True if `before` is the same checkpoint and its files are gone. Also true if it is a reservation that a crash has left: files
   * with other content are still refused when they are copied.
   */
  private async mayReplace(before: PublishedLora, lora: UnpublishedLora): Promise<boolean> {
    if (before.job_name === '')
      return before.owner_id === lora.owner_id && before.checkpoint === lora.checkpoint;
    const isSame = before.job_name === lora.job_name && before.step === lora.step;
    return isSame && !(await this.folder.has(before.files));
  }

  /**
   * Copies all files or none.
   * @param before the row of this name, if there was one: only its files may be there already
   * @throws LoraNameTaken
   */
  private async copy(
    located: LocatedCheckpoint,
    { name, files }: UnpublishedLora,
    before: PublishedLora | null,
  ): Promise<void> {
    const added: string[] = [];
    try {
      for (const [at, file] of files.entries()) {
        const placement = await this.folder.add(located.paths[at] ?? '', file);
        if (isForeign(placement, file, before)) throw new LoraNameTaken(file, located);
        if (placement === 'added') added.push(file);
      }
    } catch (error) {
      for (const file of added) await this.folder.remove(file);
      if (!before) await this.rows.cancel({ name });
      throw error;
    }
  }

  private row(
    { run, checkpoint }: LocatedCheckpoint,
    name: string | undefined,
    { baseModel }: TrainedFor,
  ): UnpublishedLora {
    const { owner_id, job_name, trigger_word } = run;
    const folder = ownerFolder(this.owners.nameOf(owner_id));
    const stem = `${folder}/${name?.replace(ENDING, '') ?? `${job_name}_${checkpoint.step}`}`;
    const files = checkpoint.files.map((file) => `${stem}${suffixOf(file)}.safetensors`);
    return {
      name: files[0] ?? stem,
      files,
      owner_id,
      job_name,
      trigger_word,
      checkpoint: checkpoint.name,
      step: checkpoint.step,
      base_model: baseModel,
      size_bytes: checkpoint.size,
    };
  }
}

/** Whether a file that was not added is somebody else's: also one with the same content that no row names. */
const isForeign = (placement: Placement, file: string, row: PublishedLora | null): boolean =>
  placement === 'taken' || (placement === 'same' && row?.files.includes(file) !== true);

const ENDING = /\.safetensors$/;
const ON_NO_NODE = {
  code: 'on_no_node',
  message:
    'No node that is online lists it. Check that training.lora_dir is a folder from which the nodes read LoRAs.',
};

/** The ending of a file of a pair, which names its expert; empty for a single file. */
const suffixOf = (file: string): string =>
  /_(?:high|low)_noise(?=\.safetensors$)/.exec(file)?.[0] ?? '';
