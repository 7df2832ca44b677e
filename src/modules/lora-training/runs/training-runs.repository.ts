import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, type SelectQueryBuilder } from 'typeorm';
import type { Caller } from '../../../platform/access/caller';
import { ownedBy } from '../../../platform/access/scope';
import { newestPage } from '../../../platform/database/newest-page';
import { ReadConnection } from '../../../platform/database/read-connection';
import { affectedRows, row } from '../../../platform/database/row';
import { acquireTransactionLock, WriteGate } from '../../../platform/database/write-gate';
import { ownersOf, whereOwner } from '../../../platform/database/where-owner';
import { IdempotencyClaims } from '../../../platform/http/idempotency-claims';
import type { Page, PageRequest } from '../../../platform/http/paging';
import {
  type RunStatus,
  type StartStage,
  type TrainingRun,
  TrainingRunEntity,
  UNFINISHED,
} from './training-run.entity';

export interface RunFilter {
  /** Internal id; `null` for runs without an owner, `undefined` for those of all owners. */
  readonly ownerId: string | null | undefined;
  readonly status?: RunStatus | undefined;
}

/** Rows of training runs. */
@Injectable()
export class TrainingRunsRepository {
  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
    private readonly claims: IdempotencyClaims,
  ) {}

  /**
   * Inserts the run with the idempotency key of its request, unless its name is taken or its owner has `cap` unfinished ones.
   * @returns what happened
   */
  async insert(run: TrainingRun, cap: number): Promise<'inserted' | 'taken' | 'cap'> {
    return this.gate.run(async (tx) => {
      await acquireTransactionLock(tx, 'training runs');
      if (await tx.existsBy(TrainingRunEntity, { job_name: run.job_name })) return 'taken';
      if ((await unfinishedOf(tx, run)) >= cap) return 'cap';
      await tx.insert(TrainingRunEntity, row(run));
      await this.claims.attach(tx, run.job_name);
      return 'inserted';
    });
  }

  /** Makes a run that has ended an unfinished one, unless somebody else has, or its owner has `cap` of these. */
  async reopen(
    { job_name, status, owner_id }: TrainingRun,
    columns: Partial<TrainingRun>,
    cap: number,
  ): Promise<'reopened' | 'changed' | 'cap'> {
    return this.gate.run(async (tx) => {
      await acquireTransactionLock(tx, 'training runs');
      if ((await unfinishedOf(tx, { owner_id })) >= cap) return 'cap';
      const result = await tx.update(TrainingRunEntity, { job_name, status }, row(columns));
      return affectedRows(result) === 1 ? 'reopened' : 'changed';
    });
  }

  /** Without a check of a caller's rights: for background work and for unique names. */
  async find(jobName: string, source = this.read.manager): Promise<TrainingRun | null> {
    return source.findOneBy(TrainingRunEntity, { job_name: jobName });
  }

  /** `null` also for a run that the caller may not see. */
  async findFor(caller: Caller, jobName: string): Promise<TrainingRun | null> {
    return this.read.manager.findOneBy(TrainingRunEntity, {
      job_name: jobName,
      ...ownedBy(caller),
    });
  }

  /** Changes these columns only. */
  async update(jobName: string, columns: Partial<TrainingRun>): Promise<void> {
    await this.gate.run((tx) => tx.update(TrainingRunEntity, { job_name: jobName }, row(columns)));
  }

  /** Changes these columns only if the status is still the one that was read, so that a stop in between is kept. */
  async advance({ job_name, status }: TrainingRun, columns: Partial<TrainingRun>): Promise<void> {
    await this.gate.run((tx) => tx.update(TrainingRunEntity, { job_name, status }, row(columns)));
  }

  /** Does nothing for a run that has ended. @param stage the new one, if it changes */
  async markStopping(jobName: string, stage?: StartStage): Promise<void> {
    const where = { job_name: jobName, status: In([...UNFINISHED]) };
    const columns = { status: 'stopping' as const, ...(stage && { stage }) };
    await this.gate.run((tx) => tx.update(TrainingRunEntity, where, columns));
  }

  /** @returns false if the run is gone, also if another one has its name now */
  async delete({ job_name, marker }: TrainingRun): Promise<boolean> {
    const result = await this.gate.run((tx) => tx.delete(TrainingRunEntity, { job_name, marker }));
    return affectedRows(result) === 1;
  }

  /** Deletes a run whose start did nothing, with the idempotency key of its request. @returns as {@link delete} */
  async forget(run: TrainingRun): Promise<boolean> {
    return this.gate.run(async () => {
      await this.claims.detach();
      return this.delete(run);
    });
  }

  /** How many unfinished runs an owner has. */
  unfinishedOf(ownerId: string | null): Promise<number> {
    return unfinishedOf(this.read.manager, { owner_id: ownerId });
  }

  /** Names of the runs that are followed on the toolkit, oldest first. */
  async unfinished(): Promise<readonly string[]> {
    const runs = await this.read.manager.find(TrainingRunEntity, {
      select: { job_name: true },
      where: { status: In([...UNFINISHED]) },
      order: { created_at: 'ASC' },
    });
    return runs.map(({ job_name }) => job_name);
  }

  /** Internal ids of all owners of runs. */
  owners(): Promise<string[]> {
    return ownersOf(this.read, TrainingRunEntity);
  }

  /** Where all runs have their files. */
  async folders(): Promise<readonly Pick<TrainingRun, 'job_name' | 'output_dir'>[]> {
    return this.read.manager.find(TrainingRunEntity, {
      select: { job_name: true, output_dir: true },
    });
  }

  /** The name of an unfinished run by dataset; datasets without one are left out. */
  async unfinishedByDataset(datasets: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (datasets.length === 0) return new Map();
    const runs = await this.read.manager.find(TrainingRunEntity, {
      select: { job_name: true, dataset: true },
      where: { status: In([...UNFINISHED]), dataset: In([...datasets]) },
    });
    return new Map(runs.map(({ dataset, job_name }) => [dataset, job_name]));
  }

  /** Newest first. */
  async page(filter: RunFilter, request: PageRequest): Promise<Page<TrainingRun>> {
    return newestPage(this.filtered(filter), request, 'created_at', 'job_name');
  }

  async newest(ownerId: string | null, limit: number): Promise<TrainingRun[]> {
    return this.filtered({ ownerId }).orderBy('run.created_at', 'DESC').limit(limit).getMany();
  }

  private filtered({ ownerId, status }: RunFilter): SelectQueryBuilder<TrainingRunEntity> {
    const query = this.read.manager.createQueryBuilder(TrainingRunEntity, 'run');
    whereOwner(query, ownerId);
    if (status !== undefined) query.andWhere('run.status = :status', { status });
    return query;
  }
}

function unfinishedOf(
  tx: EntityManager,
  { owner_id }: Pick<TrainingRun, 'owner_id'>,
): Promise<number> {
  return tx.countBy(TrainingRunEntity, {
    owner_id: owner_id ?? IsNull(),
    status: In([...UNFINISHED]),
  });
}
