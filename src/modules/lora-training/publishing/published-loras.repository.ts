import { Injectable } from '@nestjs/common';
import { IsNull, type SelectQueryBuilder } from 'typeorm';
import type { Caller } from '../../../platform/access/caller';
import { ownedBy } from '../../../platform/access/scope';
import { newestPage } from '../../../platform/database/newest-page';
import { ReadConnection } from '../../../platform/database/read-connection';
import { row } from '../../../platform/database/row';
import {
  acquireTransactionLock,
  type Transaction,
  WriteGate,
} from '../../../platform/database/write-gate';
import { whereOwner } from '../../../platform/database/where-owner';
import { upsertRows } from '../../../platform/database/write-rows';
import type { Page, PageRequest } from '../../../platform/http/paging';
import { TrainingRunEntity } from '../runs/training-run.entity';
import { type PublishedLora, PublishedLoraEntity } from './published-lora.entity';

export interface LoraFilter {
  /** Internal id; `null` for LoRAs without an owner, `undefined` for those of all owners. */
  readonly ownerId: string | null | undefined;
  readonly jobName: string | undefined;
}

/** LoRAs of one owner among which the latest is searched. */
const MAX_FINISHED = 200;

/** Rows of published LoRAs. */
@Injectable()
export class PublishedLorasRepository {
  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
  ) {}

  /**
   * Reserves the name before files are copied. After a crash, only this row shows that the files are ours and not identical
   * files of the operator. Until {@link store}, the row has a checkpoint but no run, and is in no list.
   * @returns false if the name is taken
   */
  async reserve(lora: Omit<PublishedLora, 'published_at'>, now: string): Promise<boolean> {
    const reservation = { ...lora, job_name: '', published_at: now };
    return this.gate.run(async (tx) => {
      await acquireTransactionLock(tx, `published lora ${lora.name}`);
      if (await tx.existsBy(PublishedLoraEntity, { name: lora.name })) return false;
      await tx.insert(PublishedLoraEntity, row(reservation));
      return true;
    });
  }

  /** Deletes what {@link reserve} has stored. */
  async cancel({ name }: Pick<PublishedLora, 'name'>): Promise<void> {
    await this.gate.run((tx) => tx.delete(PublishedLoraEntity, { name, job_name: '' }));
  }

  /** Stores the row in place of an earlier one of its name, and runs `also` in the same transaction. */
  async store(lora: PublishedLora, also: (tx: Transaction) => Promise<void>): Promise<void> {
    await this.gate.run(async (tx) => {
      await upsertRows(tx, PublishedLoraEntity, [lora], ['name']);
      await also(tx);
    });
  }

  async find(name: string): Promise<PublishedLora | null> {
    return this.read.manager.findOneBy(PublishedLoraEntity, { name });
  }

  /** `null` also for a LoRA that the caller may not see. */
  async findFor(caller: Caller, name: string): Promise<PublishedLora | null> {
    return this.read.manager.findOneBy(PublishedLoraEntity, { name, ...ownedBy(caller) });
  }

  async delete(tx: Transaction, name: string): Promise<void> {
    await tx.delete(PublishedLoraEntity, { name });
  }

  /** Keeps the LoRAs of a run that is deleted: a later run with its name is another one. */
  async detach(tx: Transaction, jobName: string): Promise<void> {
    await tx.update(PublishedLoraEntity, { job_name: jobName }, { job_name: '', checkpoint: '' });
  }

  /** Newest first. */
  async page(filter: LoraFilter, request: PageRequest): Promise<Page<PublishedLora>> {
    return newestPage(this.filtered(filter), request, 'published_at', 'name');
  }

  /**
   * All publications of the checkpoint of one step, oldest first. Not by its file: when its run continues, the file of the last
   * checkpoint gets another name, and its old name is given to a later one.
   */
  async ofStep(jobName: string, step: number): Promise<readonly PublishedLora[]> {
    return this.read.manager.find(PublishedLoraEntity, {
      where: { job_name: jobName, step },
      order: { published_at: 'ASC', name: 'ASC' },
    });
  }

  /**
   * The LoRAs of the finished runs of an owner: of the last run first, of each run the one of the latest step first, since a grid
   * publishes earlier steps, too, only to compare them.
   */
  async ofFinishedRuns(ownerId: string | null): Promise<readonly PublishedLora[]> {
    const query = this.read.manager
      .createQueryBuilder(PublishedLoraEntity, 'lora')
      .innerJoin(TrainingRunEntity, 'run', 'run.job_name = lora.job_name')
      .where('run.finished_at IS NOT NULL')
      .orderBy('run.finished_at', 'DESC')
      .addOrderBy('lora.step', 'DESC')
      .addOrderBy('lora.published_at', 'DESC')
      .limit(MAX_FINISHED);
    if (ownerId === null) query.andWhere('lora.owner_id IS NULL');
    else query.andWhere('lora.owner_id = :ownerId', { ownerId });
    return query.getMany();
  }

  /** The LoRAs of all runs of an owner with this trigger word. */
  async ofTrigger(ownerId: string | null, triggerWord: string): Promise<readonly PublishedLora[]> {
    return this.read.manager.findBy(PublishedLoraEntity, {
      owner_id: ownerId ?? IsNull(),
      trigger_word: triggerWord,
    });
  }

  private filtered({ ownerId, jobName }: LoraFilter): SelectQueryBuilder<PublishedLoraEntity> {
    const query = this.read.manager.createQueryBuilder(PublishedLoraEntity, 'lora');
    query.where("(lora.job_name <> '' OR lora.checkpoint = '')");
    if (jobName !== undefined) query.andWhere('lora.job_name = :jobName', { jobName });
    return whereOwner(query, ownerId);
  }
}
