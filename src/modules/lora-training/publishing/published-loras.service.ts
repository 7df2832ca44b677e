import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { OwnerNames } from '../../../platform/access/owner-names';
import { listedOwner, mayUseCharacter } from '../../../platform/access/scope';
import { AuditLogService } from '../../../platform/audit/audit-log.service';
import { WriteGate } from '../../../platform/database/write-gate';
import { readPage } from '../../../platform/http/paging';
import { CharacterReader } from '../../characters/public/character-reader';
import type { PublishedLorasQuery, UnpublishQuery } from '../dto/publishing.request';
import type { ListedLora, ListedLoraPage, UnpublishedLora } from '../dto/publishing.response';
import { UNFINISHED } from '../runs/training-run.entity';
import { TrainingRunsRepository } from '../runs/training-runs.repository';
import { LoraFolderStore } from './lora-folder.store';
import { NodeLorasService } from './node-loras.service';
import type { PublishedLora } from './published-lora.entity';
import { PublishedLorasRepository } from './published-loras.repository';
import { LoraInUse, PublishedLoraNotFound } from './publishing.errors';

/** Between this machine and the one that keeps the folder. */
const CLOCK_DIFFERENCE_MS = 5_000;

/** Lists published LoRAs, and removes them from the folder of the nodes. */
@Injectable()
export class PublishedLorasService {
  constructor(
    private readonly rows: PublishedLorasRepository,
    private readonly runs: TrainingRunsRepository,
    private readonly characters: CharacterReader,
    private readonly folder: LoraFolderStore,
    private readonly nodes: NodeLorasService,
    private readonly gate: WriteGate,
    private readonly auditLog: AuditLogService,
    private readonly owners: OwnerNames,
  ) {}

  /** The caller's own, newest first; admins may pass `owner`. */
  async page(caller: Caller, query: PublishedLorasQuery): Promise<ListedLoraPage> {
    const request = readPage(query);
    const ownerId = listedOwner(caller, query.owner, this.owners);
    const page = await this.rows.page({ ownerId, jobName: query.job_name }, request);
    return { ...page, items: page.items.map(listed) };
  }

  /**
   * Deletes the files that were published, unless somebody has replaced them, and the record.
   * @throws PublishedLoraNotFound, LoraFolderMissing; LoraInUse unless it is forced
   */
  async remove(
    caller: Caller,
    name: string,
    { force = false }: UnpublishQuery,
  ): Promise<UnpublishedLora> {
    const { job_name: jobName } = await this.find(caller, name);
    // So that it isn't bound to a character meanwhile.
    return this.folder.exclusively(jobName, async () => {
      const lora = await this.find(caller, name);
      if (!force) await this.requireUnused(caller, lora);
      await this.folder.requireFolder();
      const removed = await this.unchanged(lora);
      // The files first: if that fails, the LoRA is still listed and can be removed again.
      for (const file of removed) await this.folder.remove(file);
      this.nodes.expire();
      await this.gate.run(async (tx) => {
        const { owner_id: ownerId } = lora;
        const operation = { action: 'lora.unpublish', kind: 'lora', subject: name, ownerId };
        await this.rows.delete(tx, name);
        await this.auditLog.recordForeign(tx, caller, operation);
      });
      return { ok: true, name, removed };
    });
  }

  /** @throws PublishedLoraNotFound */
  private async find(caller: Caller, name: string): Promise<PublishedLora> {
    const lora = await this.rows.findFor(caller, name);
    if (!lora) throw new PublishedLoraNotFound();
    return lora;
  }

  /** The files that nobody has replaced since they were published. */
  private async unchanged({ files, size_bytes, published_at }: PublishedLora): Promise<string[]> {
    const latest = Date.parse(published_at) + CLOCK_DIFFERENCE_MS;
    const present = await this.folder.present(files);
    const isSize = (size: number): boolean => files.length > 1 || size === size_bytes;
    return present
      .filter(({ size, modifiedAt }) => modifiedAt <= latest && isSize(size))
      .map(({ name }) => name);
  }

  /** Characters that the caller may not use are counted, but not named. */
  private async requireUnused(caller: Caller, { files, job_name }: PublishedLora): Promise<void> {
    const run = await this.runs.find(job_name);
    const unfinished = run !== null && UNFINISHED.includes(run.status) ? job_name : null;
    const characters = await this.characters.withLoras(files);
    if (characters.length === 0 && unfinished === null) return;
    const named = characters.filter((id) => mayUseCharacter(caller, id));
    throw new LoraInUse(named, characters.length, unfinished);
  }
}

const listed = (lora: PublishedLora): ListedLora => ({
  name: lora.name,
  files: [...lora.files],
  job_name: lora.job_name,
  checkpoint: lora.checkpoint,
  step: lora.step,
  trigger_word: lora.trigger_word,
  base_model: lora.base_model,
  size_bytes: lora.size_bytes,
  published_at: lora.published_at,
});
