import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { ReadConnection } from '../../../platform/database/read-connection';
import { row } from '../../../platform/database/row';
import {
  acquireTransactionLock,
  type Transaction,
  WriteGate,
} from '../../../platform/database/write-gate';
import { TrainingRunEntity } from '../runs/training-run.entity';
import { type PublishedLora, PublishedLoraEntity } from './published-lora.entity';

/** LoRAs of one owner among which the latest is searched. */
const MAX_FINISHED = 200;

/** Rows of published LoRAs. */
@Injectable()
export class PublishedLorasRepository {
  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
  ) {}

  /** Inserts the row, and runs `also` in the same transaction. @returns false if the name is taken */
  async insert(lora: PublishedLora, also: (tx: Transaction) => Promise<void>): Promise<boolean> {
    return this.gate.run(async (tx) => {
      await acquireTransactionLock(tx, `published lora ${lora.name}`);
      if (await tx.existsBy(PublishedLoraEntity, { name: lora.name })) return false;
      await tx.insert(PublishedLoraEntity, row(lora));
      await also(tx);
      return true;
    });
  }

  async find(name: string): Promise<PublishedLora | null> {
    return this.read.manager.findOneBy(PublishedLoraEntity, { name });
  }

  /** All publications of one checkpoint, oldest first. */
  async ofCheckpoint(jobName: string, checkpoint: string): Promise<readonly PublishedLora[]> {
    return this.read.manager.find(PublishedLoraEntity, {
      where: { job_name: jobName, checkpoint },
      order: { published_at: 'ASC', name: 'ASC' },
    });
  }

  /** The LoRAs of the finished runs of an owner: of the last run first, of each run the last published one first. */
  async ofFinishedRuns(ownerId: string | null): Promise<readonly PublishedLora[]> {
    const query = this.read.manager
      .createQueryBuilder(PublishedLoraEntity, 'lora')
      .innerJoin(TrainingRunEntity, 'run', 'run.job_name = lora.job_name')
      .where('run.finished_at IS NOT NULL')
      .orderBy('run.finished_at', 'DESC')
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
}
