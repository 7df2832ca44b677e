import { Injectable } from '@nestjs/common';
import { In, type SelectQueryBuilder } from 'typeorm';
import { newestPage } from '../../../platform/database/newest-page';
import { oneOf } from '../../../platform/database/one-of';
import { ReadConnection } from '../../../platform/database/read-connection';
import { affectedRows, row } from '../../../platform/database/row';
import type { Transaction } from '../../../platform/database/write-gate';
import type { Page, PageRequest } from '../../../platform/http/paging';
import { ShotEntity, type ShotRow } from './shot.entity';
import {
  OPEN_TAKE_STATUSES,
  TakeEntity,
  type TakeKind,
  type TakeRow,
  type TakeStatus,
} from './take.entity';

export interface TakeFilter {
  readonly shotId: string;
  readonly kind?: TakeKind | undefined;
  readonly status?: TakeStatus | undefined;
}

/** What events tell of a take. */
export type ReportedTake = Pick<TakeRow, keyof typeof REPORTED>;

const REPORTED = {
  id: true,
  project_id: true,
  shot_id: true,
  kind: true,
  status: true,
  path: true,
  prompt_id: true,
  error: true,
} as const;

/** Ids per statement: databases limit the number of values. */
const MAX_IDS = 1_000;
/** Rows per insert, for the same reason. */
const MAX_ROWS = 50;

/** Rows of takes, and the selection of a take for its shot. */
@Injectable()
export class TakesRepository {
  constructor(private readonly read: ReadConnection) {}

  async insert(tx: Transaction, takes: readonly TakeRow[]): Promise<void> {
    for (let at = 0; at < takes.length; at += MAX_ROWS)
      await tx.insert(
        TakeEntity,
        takes.slice(at, at + MAX_ROWS).map((take) => row<TakeEntity>(take)),
      );
  }

  async find(shot: ShotRow, id: string, source = this.read.manager): Promise<TakeRow | null> {
    return source.findOneBy(TakeEntity, { id, shot_id: shot.id, project_id: shot.project_id });
  }

  async byId(id: string, source = this.read.manager): Promise<TakeRow | null> {
    return source.findOneBy(TakeEntity, { id });
  }

  /** By id; takes that don't exist are absent. */
  async byIds(ids: readonly string[]): Promise<ReadonlyMap<string, TakeRow>> {
    const takes: TakeRow[] = [];
    for (let at = 0; at < ids.length; at += MAX_IDS)
      takes.push(
        ...(await this.read.manager.findBy(TakeEntity, { id: In(ids.slice(at, at + MAX_IDS)) })),
      );
    return new Map(takes.map((take) => [take.id, take]));
  }

  async byJob(promptId: string, source = this.read.manager): Promise<TakeRow | null> {
    return source.findOneBy(TakeEntity, { prompt_id: promptId });
  }

  /** Newest first. */
  async page(filter: TakeFilter, request: PageRequest): Promise<Page<TakeRow>> {
    return newestPage(this.filtered(filter), request);
  }

  /** Shot and kind of the unfinished takes of a project. */
  async openIn(projectId: string): Promise<Pick<TakeRow, 'shot_id' | 'kind'>[]> {
    return this.read.manager.find(TakeEntity, {
      select: { shot_id: true, kind: true },
      where: { project_id: projectId, status: oneOf(OPEN_TAKE_STATUSES) },
    });
  }

  /** The unfinished takes of shots. */
  async unfinished(tx: Transaction, shotIds: readonly string[]): Promise<ReportedTake[]> {
    return tx.find(TakeEntity, {
      select: REPORTED,
      where: { shot_id: In([...shotIds]), status: oneOf(OPEN_TAKE_STATUSES) },
    });
  }

  /** Takes of a generation without a job: those that wait, and speech that is being made. */
  async withoutJob(tx: Transaction, generation_id: string): Promise<ReportedTake[]> {
    return tx.find(TakeEntity, {
      select: REPORTED,
      where: [
        { generation_id, status: 'waiting' },
        { generation_id, kind: 'speech', status: 'running' },
      ],
      order: { position: 'ASC' },
    });
  }

  async updateAll(
    tx: Transaction,
    ids: readonly string[],
    columns: Partial<TakeRow>,
  ): Promise<void> {
    for (let at = 0; at < ids.length; at += MAX_IDS)
      await tx.update(TakeEntity, { id: In(ids.slice(at, at + MAX_IDS)) }, row(columns));
  }

  async update(tx: Transaction, id: string, columns: Partial<TakeRow>): Promise<void> {
    await tx.update(TakeEntity, { id }, row(columns));
  }

  /** Changes a take that still has this status. @returns whether it had */
  async change(
    tx: Transaction,
    { id, status }: Pick<TakeRow, 'id' | 'status'>,
    columns: Partial<TakeRow>,
  ): Promise<boolean> {
    return affectedRows(await tx.update(TakeEntity, { id, status }, row(columns))) > 0;
  }

  /** Makes a take's media the selected one of its shot. */
  async select(tx: Transaction, { id, shot_id, kind, path }: TakeRow, at: string): Promise<void> {
    const selected = { [kind]: path, [`${kind}_take`]: id, updated_at: at };
    await tx.update(ShotEntity, { id: shot_id }, row<ShotEntity>(selected));
  }

  private filtered({ shotId, kind, status }: TakeFilter): SelectQueryBuilder<TakeEntity> {
    const query = this.read.manager
      .createQueryBuilder(TakeEntity, 'take')
      .where('take.shot_id = :shotId', { shotId });
    if (kind !== undefined) query.andWhere('take.kind = :kind', { kind });
    if (status !== undefined) query.andWhere('take.status = :status', { status });
    return query;
  }
}
