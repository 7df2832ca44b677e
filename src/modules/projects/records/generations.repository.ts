import { Injectable } from '@nestjs/common';
import { IsNull, type SelectQueryBuilder } from 'typeorm';
import { insertBelowCap } from '../../../platform/database/insert-below-cap';
import { newestPage } from '../../../platform/database/newest-page';
import { affectedRows, row } from '../../../platform/database/row';
import { ReadConnection } from '../../../platform/database/read-connection';
import { type Transaction, WriteGate } from '../../../platform/database/write-gate';
import { whereOwner } from '../../../platform/database/where-owner';
import { IdempotencyClaims } from '../../../platform/http/idempotency-claims';
import type { Page, PageRequest } from '../../../platform/http/paging';
import { GenerationEntity, type GenerationRow } from './generation.entity';
import { TakeEntity, type TakeRow, type TakeStatus } from './take.entity';

export type TakeCounts = Readonly<Partial<Record<TakeStatus, number>>>;

/** A take with only what the feeder needs. */
type FedTake = Pick<TakeRow, keyof typeof FED>;

const FED = { id: true, kind: true, status: true, after: true, position: true } as const;

/** A take without what it was made from, which may be long. */
export type ListedTake = Pick<TakeRow, keyof typeof LISTED>;

const LISTED = {
  id: true,
  shot_id: true,
  kind: true,
  status: true,
  after: true,
  prompt_id: true,
  path: true,
  error: true,
} as const;

/** Rows of generations and of their takes. */
@Injectable()
export class GenerationsRepository {
  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
    private readonly claims: IdempotencyClaims,
  ) {}

  /**
   * Inserts the generation with the idempotency key of its request, unless its owner already has `cap` running ones.
   * @returns whether it was inserted
   */
  async insert(tx: Transaction, generation: GenerationRow, cap: number): Promise<boolean> {
    const also = () => this.claims.attach(tx, generation.id);
    const options = { cap, counted: { status: 'running' as const }, also };
    return insertBelowCap(tx, GenerationEntity, generation, options);
  }

  async countRunning(ownerId: string | null): Promise<number> {
    const running = { owner_id: ownerId ?? IsNull(), status: 'running' as const };
    return this.read.manager.countBy(GenerationEntity, running);
  }

  async find(
    projectId: string,
    id: string,
    tx: Transaction = this.read.manager,
  ): Promise<GenerationRow | null> {
    return tx.findOneBy(GenerationEntity, { id, project_id: projectId });
  }

  /** Newest first. */
  async page(projectId: string, request: PageRequest): Promise<Page<GenerationRow>> {
    return newestPage(this.ofProject(projectId), request);
  }

  /** Takes by status, by generation; generations without any are left out. One statement. */
  async counts(ids: readonly string[]): Promise<ReadonlyMap<string, TakeCounts>> {
    if (ids.length === 0) return new Map();
    const rows = await this.read.manager
      .createQueryBuilder(TakeEntity, 'take')
      .select('take.generation_id', 'id')
      .addSelect('take.status', 'status')
      .addSelect('COUNT(*)', 'count')
      .where('take.generation_id IN (:...ids)', { ids })
      .groupBy('take.generation_id')
      .addGroupBy('take.status')
      .getRawMany<{ id: string; status: TakeStatus; count: string | number }>();
    const counts = new Map<string, TakeCounts>();
    for (const { id, status, count } of rows)
      counts.set(id, { ...counts.get(id), [status]: Number(count) });
    return counts;
  }

  /** In the order in which they were planned. */
  async takes(id: string): Promise<ListedTake[]> {
    return this.read.manager.find(TakeEntity, {
      select: LISTED,
      where: { generation_id: id },
      order: { position: 'ASC' },
    });
  }

  /** {@link takes} for the feeder. */
  async fedTakes(id: string): Promise<FedTake[]> {
    const where = { generation_id: id };
    return this.read.manager.find(TakeEntity, { select: FED, where, order: { position: 'ASC' } });
  }

  /** Owners of generations with something left to do. */
  async openOwners(): Promise<readonly (string | null)[]> {
    const rows = await this.open()
      .select('generation.owner_id', 'owner')
      .groupBy('generation.owner_id')
      .getRawMany<{ owner: string | null }>();
    return rows.map(({ owner }) => owner);
  }

  /** An owner's generations with something left to do, oldest first. */
  async openOf(ownerId: string | null): Promise<GenerationRow[]> {
    return whereOwner(this.open(), ownerId)
      .orderBy('generation.created_at')
      .addOrderBy('generation.id')
      .getMany();
  }

  /** @returns whether the generation was running until now */
  async end(
    tx: Transaction,
    id: string,
    end: Pick<GenerationRow, 'status' | 'reason' | 'is_cancelling' | 'finished_at'>,
  ): Promise<boolean> {
    const running = { id, status: 'running' as const };
    return affectedRows(await tx.update(GenerationEntity, running, row(end))) > 0;
  }

  /** Stores that all jobs of a cancelled generation are cancelled. */
  async cancellingDone(id: string): Promise<void> {
    await this.gate.run((tx) => tx.update(GenerationEntity, { id }, { is_cancelling: false }));
  }

  /** Repeats the condition of the partial index of open generations; otherwise, the database would not use the index. */
  private open(): SelectQueryBuilder<GenerationEntity> {
    return this.read.manager
      .createQueryBuilder(GenerationEntity, 'generation')
      .where("(generation.status = 'running' OR generation.is_cancelling)");
  }

  private ofProject(projectId: string): SelectQueryBuilder<GenerationEntity> {
    return this.read.manager
      .createQueryBuilder(GenerationEntity, 'generation')
      .where('generation.project_id = :projectId', { projectId });
  }
}
