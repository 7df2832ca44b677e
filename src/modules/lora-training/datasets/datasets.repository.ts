import { Injectable } from '@nestjs/common';
import { IsNull, type SelectQueryBuilder } from 'typeorm';
import type { Caller } from '../../../platform/access/caller';
import { ownedBy } from '../../../platform/access/scope';
import { newestPage } from '../../../platform/database/newest-page';
import { ReadConnection } from '../../../platform/database/read-connection';
import { row } from '../../../platform/database/row';
import { acquireTransactionLock, WriteGate } from '../../../platform/database/write-gate';
import { whereOwner } from '../../../platform/database/where-owner';
import type { Page, PageRequest } from '../../../platform/http/paging';
import { DatasetEntity, type DatasetRow } from './dataset.entity';

/** Rows of datasets. */
@Injectable()
export class DatasetsRepository {
  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
  ) {}

  /**
   * Inserts the dataset unless the id is taken or its owner has `limit` of them.
   * @returns what happened
   */
  async insert(dataset: DatasetRow, limit: number): Promise<'inserted' | 'taken' | 'limit'> {
    return this.gate.run(async (tx) => {
      await acquireTransactionLock(tx, 'training datasets');
      if (await tx.existsBy(DatasetEntity, { id: dataset.id })) return 'taken';
      const owner_id = dataset.owner_id ?? IsNull();
      if ((await tx.countBy(DatasetEntity, { owner_id })) >= limit) return 'limit';
      await tx.insert(DatasetEntity, row(dataset));
      return 'inserted';
    });
  }

  /** Without a check of a caller's rights: for background work. */
  async find(id: string): Promise<DatasetRow | null> {
    return this.read.manager.findOneBy(DatasetEntity, { id });
  }

  /** `null` also for a dataset that the caller may not see. */
  async findFor(caller: Caller, id: string): Promise<DatasetRow | null> {
    return this.read.manager.findOneBy(DatasetEntity, { id, ...ownedBy(caller) });
  }

  async delete(id: string): Promise<void> {
    await this.gate.run((tx) => tx.delete(DatasetEntity, { id }));
  }

  /**
   * Newest first.
   * @param ownerId internal id; `null` for datasets without an owner, `undefined` for those of all owners
   */
  async page(ownerId: string | null | undefined, request: PageRequest): Promise<Page<DatasetRow>> {
    return newestPage(this.ownedBy(ownerId), request);
  }

  private ownedBy(ownerId: string | null | undefined): SelectQueryBuilder<DatasetEntity> {
    return whereOwner(this.read.manager.createQueryBuilder(DatasetEntity, 'dataset'), ownerId);
  }
}
