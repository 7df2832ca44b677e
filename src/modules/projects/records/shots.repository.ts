import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { oneOf } from '../../../platform/database/one-of';
import { ReadConnection } from '../../../platform/database/read-connection';
import { row } from '../../../platform/database/row';
import type { Transaction } from '../../../platform/database/write-gate';
import { IdempotencyClaims } from '../../../platform/http/idempotency-claims';
import { integerSort, type PageRequest } from '../../../platform/http/paging';
import { SceneEntity } from './scene.entity';
import { ShotEntity, type ShotRow } from './shot.entity';
import { OPEN_TAKE_STATUSES, TakeEntity } from './take.entity';

/** Ids of shots with unfinished or failed takes, which the status of shots depends on. */
export interface ShotActivity {
  /** Shots with an unfinished take. */
  readonly generating: ReadonlySet<string>;
  /** Shots whose newest take failed, or was skipped because another one failed. */
  readonly failed: ReadonlySet<string>;
}

/** Selects the shots of a project, of one scene, or a single shot. */
export interface ShotsOf {
  readonly project_id: string;
  readonly scene_id?: string;
  readonly id?: string;
}

/** Rows of shots. */
@Injectable()
export class ShotsRepository {
  constructor(
    private readonly read: ReadConnection,
    private readonly claims: IdempotencyClaims,
  ) {}

  /** Inserts the shot with the idempotency key of its request. */
  async insert(tx: Transaction, shot: ShotRow): Promise<void> {
    await tx.insert(ShotEntity, row(shot));
    await this.claims.attach(tx, shot.id);
  }

  async update(tx: Transaction, id: string, columns: Partial<ShotRow>): Promise<void> {
    await tx.update(ShotEntity, { id }, row(columns));
  }

  /** Deletes shots with their takes; files stay. */
  async delete(tx: Transaction, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await tx.delete(TakeEntity, { shot_id: In([...ids]) });
    await tx.delete(ShotEntity, { id: In([...ids]) });
  }

  async countOfProject(tx: Transaction, projectId: string): Promise<number> {
    return tx.countBy(ShotEntity, { project_id: projectId });
  }

  async countOfScene(sceneId: string): Promise<number> {
    return this.read.manager.countBy(ShotEntity, { scene_id: sceneId });
  }

  /** All shots of a project in the order of the film, with the columns that `findCycle` needs. */
  async links(
    tx: Transaction,
    projectId: string,
  ): Promise<Pick<ShotRow, 'id' | 'start_from' | 'end_image'>[]> {
    return tx
      .createQueryBuilder(ShotEntity, 'shot')
      .select(['shot.id', 'shot.start_from', 'shot.end_image'])
      .innerJoin(SceneEntity, 'scene', 'scene.id = shot.scene_id')
      .where('shot.project_id = :projectId', { projectId })
      .orderBy('scene.scene_number')
      .addOrderBy('shot.shot_number')
      .getMany();
  }

  /** Ids and locks of the selected shots. */
  async of(tx: Transaction, where: ShotsOf): Promise<Pick<ShotRow, 'id' | 'locked'>[]> {
    return tx.find(ShotEntity, { select: { id: true, locked: true }, where });
  }

  /** By number. One extra row, so that `toPage` sees whether more follow. */
  async page(sceneId: string, { after, limit }: PageRequest): Promise<ShotRow[]> {
    const query = this.read.manager
      .createQueryBuilder(ShotEntity, 'shot')
      .where('shot.scene_id = :sceneId', { sceneId })
      .orderBy('shot.shot_number')
      .limit(limit + 1);
    if (after) query.andWhere('shot.shot_number > :last', { last: integerSort(after) });
    return query.getMany();
  }

  /** Of these shots. Two statements, which read no takes of other shots: a project may have very many. */
  async activity(ids: readonly string[]): Promise<ShotActivity> {
    const { manager } = this.read;
    const open = await manager.find(TakeEntity, {
      select: { shot_id: true },
      where: { shot_id: In([...ids]), status: oneOf(OPEN_TAKE_STATUSES) },
    });
    const newer = manager
      .createQueryBuilder(TakeEntity, 'newer')
      .select('1')
      .where('newer.shot_id = take.shot_id')
      .andWhere('(newer.created_at, newer.id) > (take.created_at, take.id)');
    const failed = await manager
      .createQueryBuilder(TakeEntity, 'take')
      .select('take.shot_id', 'id')
      .where('take.shot_id IN (:...ids)', { ids })
      .andWhere("take.status IN ('failed', 'skipped')")
      .andWhere(`NOT EXISTS (${newer.getQuery()})`)
      .getRawMany<{ id: string }>();
    return {
      generating: new Set(open.map(({ shot_id }) => shot_id)),
      failed: new Set(failed.map(({ id }) => id)),
    };
  }
}
