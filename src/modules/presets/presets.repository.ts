import { Injectable } from '@nestjs/common';
import { type SelectQueryBuilder } from 'typeorm';
import type { Caller } from '../../platform/access/caller';
import { ownedBy } from '../../platform/access/scope';
import { insertBelowCap } from '../../platform/database/insert-below-cap';
import { newestPage } from '../../platform/database/newest-page';
import { affectedRows, row } from '../../platform/database/row';
import { ReadConnection } from '../../platform/database/read-connection';
import { type Transaction, WriteGate } from '../../platform/database/write-gate';
import { IdempotencyClaims } from '../../platform/http/idempotency-claims';
import { whereOwner } from '../../platform/database/where-owner';
import type { Page, PageRequest } from '../../platform/http/paging';
import { PresetEntity, type PresetRow } from './preset.entity';

export interface PresetFilter {
  /** Internal id; `null` for presets without an owner, `undefined` for those of all owners. */
  readonly ownerId: string | null | undefined;
  readonly workflow?: string | undefined;
}

/** Written in the transaction of a change. */
type Also = (tx: Transaction) => Promise<void>;

/** Rows of presets. */
@Injectable()
export class PresetsRepository {
  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
    private readonly claims: IdempotencyClaims,
  ) {}

  /** Inserts the preset, and writes `also`, unless its owner has `cap` of them. @returns whether it was inserted */
  async insert(preset: PresetRow, cap: number, also: Also): Promise<boolean> {
    const written = async (tx: Transaction): Promise<void> => {
      await this.claims.attach(tx, preset.id);
      await also(tx);
    };
    return this.gate.run((tx) => insertBelowCap(tx, PresetEntity, preset, { cap, also: written }));
  }

  async findFor(caller: Caller, id: string): Promise<PresetRow | null> {
    return this.read.manager.findOneBy(PresetEntity, { id, ...ownedBy(caller) });
  }

  /** Changes these columns only, so that changes of others that happen at once survive. @returns whether it exists */
  async update(id: string, columns: Partial<PresetRow>, also: Also): Promise<boolean> {
    return this.gate.run(async (tx) => {
      const isThere = affectedRows(await tx.update(PresetEntity, { id }, row(columns))) > 0;
      if (isThere) await also(tx);
      return isThere;
    });
  }

  /** @returns whether it existed */
  async delete(id: string, also: Also): Promise<boolean> {
    return this.gate.run(async (tx) => {
      const wasThere = affectedRows(await tx.delete(PresetEntity, { id })) > 0;
      if (wasThere) await also(tx);
      return wasThere;
    });
  }

  /** Newest first. */
  async page(filter: PresetFilter, request: PageRequest): Promise<Page<PresetRow>> {
    return newestPage(this.filtered(filter), request);
  }

  private filtered({ ownerId, workflow }: PresetFilter): SelectQueryBuilder<PresetEntity> {
    const query = this.read.manager.createQueryBuilder(PresetEntity, 'preset');
    whereOwner(query, ownerId);
    if (workflow !== undefined) query.andWhere('preset.workflow = :workflow', { workflow });
    return query;
  }
}
