import { Injectable } from '@nestjs/common';
import { IsNull, Not, type SelectQueryBuilder } from 'typeorm';
import type { Caller } from '../../platform/access/caller';
import { ownedBy } from '../../platform/access/scope';
import { insertBelowCap } from '../../platform/database/insert-below-cap';
import { newestPage } from '../../platform/database/newest-page';
import { ReadConnection } from '../../platform/database/read-connection';
import { row } from '../../platform/database/row';
import {
  acquireTransactionLock,
  type Transaction,
  WriteGate,
} from '../../platform/database/write-gate';
import { IdempotencyClaims } from '../../platform/http/idempotency-claims';
import { whereOwner } from '../../platform/database/where-owner';
import type { Page, PageRequest } from '../../platform/http/paging';
import { CollectionEntity, type CollectionKind, type CollectionRow } from './collection.entity';

export interface CollectionFilter {
  /** Internal id; `null` for collections without an owner, `undefined` for those of all owners. */
  readonly ownerId: string | null | undefined;
  readonly kind?: CollectionKind | undefined;
}

/** Rows of collections. Deleted ones whose media are still being taken out are not answered. */
@Injectable()
export class CollectionsRepository {
  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
    private readonly claims: IdempotencyClaims,
  ) {}

  /** Inserts the collection, and writes `also`, unless its owner has `cap` of them. @returns whether it was inserted */
  async insert(
    collection: CollectionRow,
    cap: number,
    also: () => Promise<void>,
  ): Promise<boolean> {
    const written = async (tx: Transaction): Promise<void> => {
      await this.claims.attach(tx, collection.id);
      await also();
    };
    const options = { cap, counted: { deleted_at: IsNull() }, also: written };
    return this.gate.run((tx) => insertBelowCap(tx, CollectionEntity, collection, options));
  }

  async findFor(caller: Caller, id: string): Promise<CollectionRow | null> {
    return this.read.manager.findOneBy(CollectionEntity, {
      id,
      deleted_at: IsNull(),
      ...ownedBy(caller),
    });
  }

  /** Runs `work` in a transaction during which nothing else changes the collection. @returns whether it exists */
  async locked(id: string, work: (tx: Transaction) => Promise<void>): Promise<boolean> {
    return this.gate.run(async (tx) => {
      await acquireTransactionLock(tx, `collection ${id}`);
      const isThere = await tx.existsBy(CollectionEntity, { id, deleted_at: IsNull() });
      if (isThere) await work(tx);
      return isThere;
    });
  }

  /** Changes these columns only, so that changes of others that happen at once survive. */
  async update(tx: Transaction, id: string, columns: Partial<CollectionRow>): Promise<void> {
    await tx.update(CollectionEntity, { id }, row(columns));
  }

  /** Ids of deleted collections whose media were not all taken out: the process was killed, or it failed. */
  async deleted(): Promise<string[]> {
    const rows = await this.read.manager.find(CollectionEntity, {
      select: { id: true },
      where: { deleted_at: Not(IsNull()) },
    });
    return rows.map(({ id }) => id);
  }

  async remove(id: string): Promise<void> {
    await this.gate.run((tx) => tx.delete(CollectionEntity, { id }));
  }

  /** Newest first. */
  async page(filter: CollectionFilter, request: PageRequest): Promise<Page<CollectionRow>> {
    return newestPage(this.filtered(filter), request);
  }

  private filtered({ ownerId, kind }: CollectionFilter): SelectQueryBuilder<CollectionEntity> {
    const query = this.read.manager
      .createQueryBuilder(CollectionEntity, 'collection')
      .where('collection.deleted_at IS NULL');
    whereOwner(query, ownerId);
    if (kind !== undefined) query.andWhere('collection.kind = :kind', { kind });
    return query;
  }
}
