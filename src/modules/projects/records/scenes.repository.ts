import { Injectable } from '@nestjs/common';
import { ReadConnection } from '../../../platform/database/read-connection';
import { row } from '../../../platform/database/row';
import type { Transaction } from '../../../platform/database/write-gate';
import { IdempotencyClaims } from '../../../platform/http/idempotency-claims';
import { integerSort, type PageRequest } from '../../../platform/http/paging';
import { SceneEntity, type SceneRow } from './scene.entity';

/** Rows of scenes. */
@Injectable()
export class ScenesRepository {
  constructor(
    private readonly read: ReadConnection,
    private readonly claims: IdempotencyClaims,
  ) {}

  /** Inserts the scene with the idempotency key of its request. */
  async insert(tx: Transaction, scene: SceneRow): Promise<void> {
    await tx.insert(SceneEntity, row(scene));
    await this.claims.attach(tx, scene.id);
  }

  async update(tx: Transaction, id: string, columns: Partial<SceneRow>): Promise<void> {
    await tx.update(SceneEntity, { id }, row(columns));
  }

  async delete(tx: Transaction, id: string): Promise<void> {
    await tx.delete(SceneEntity, { id });
  }

  async count(projectId: string, source = this.read.manager): Promise<number> {
    return source.countBy(SceneEntity, { project_id: projectId });
  }

  /** By number. One extra row, so that `toPage` sees whether more follow. */
  async page(projectId: string, { after, limit }: PageRequest): Promise<SceneRow[]> {
    const query = this.read.manager
      .createQueryBuilder(SceneEntity, 'scene')
      .where('scene.project_id = :projectId', { projectId })
      .orderBy('scene.scene_number')
      .limit(limit + 1);
    if (after) query.andWhere('scene.scene_number > :last', { last: integerSort(after) });
    return query.getMany();
  }
}
