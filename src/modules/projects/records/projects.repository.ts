import { Injectable } from '@nestjs/common';
import { In, type SelectQueryBuilder } from 'typeorm';
import { insertBelowCap } from '../../../platform/database/insert-below-cap';
import { newestPage } from '../../../platform/database/newest-page';
import { oneOf } from '../../../platform/database/one-of';
import { ReadConnection } from '../../../platform/database/read-connection';
import { row } from '../../../platform/database/row';
import { type Transaction, WriteGate } from '../../../platform/database/write-gate';
import { IdempotencyClaims } from '../../../platform/http/idempotency-claims';
import { whereOwner } from '../../../platform/database/where-owner';
import type { Page, PageRequest } from '../../../platform/http/paging';
import { GenerationEntity } from './generation.entity';
import { ProjectEntity, type ProjectRow } from './project.entity';
import { OPEN_RENDER_STATUSES, RenderEntity } from './render.entity';
import { SceneEntity } from './scene.entity';
import { ShotEntity } from './shot.entity';
import { TakeEntity } from './take.entity';

/** Rows of projects. */
@Injectable()
export class ProjectsRepository {
  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
    private readonly claims: IdempotencyClaims,
  ) {}

  /** Inserts the project, and writes `also`, unless its owner has `cap` of them. @returns whether it was inserted */
  async insert(project: ProjectRow, cap: number, also: () => Promise<void>): Promise<boolean> {
    const written = async (tx: Transaction): Promise<void> => {
      await this.claims.attach(tx, project.id);
      await also();
    };
    const options = { cap, also: written };
    return this.gate.run((tx) => insertBelowCap(tx, ProjectEntity, project, options));
  }

  async update(tx: Transaction, id: string, columns: Partial<ProjectRow>): Promise<void> {
    await tx.update(ProjectEntity, { id }, row(columns));
  }

  /** Deletes the project and everything in it; files stay. */
  async delete(tx: Transaction, id: string): Promise<void> {
    for (const entity of [TakeEntity, GenerationEntity, RenderEntity, ShotEntity, SceneEntity])
      await tx.delete(entity, { project_id: id });
    await tx.delete(ProjectEntity, { id });
  }

  /**
   * Newest first.
   * @param ownerId internal id; `null` for projects without an owner, `undefined` for those of all owners
   */
  async page(ownerId: string | null | undefined, request: PageRequest): Promise<Page<ProjectRow>> {
    return newestPage(this.ofOwner(ownerId), request);
  }

  /** The ids among `ids` whose projects have an unfinished render. One statement. */
  async rendering(ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const renders = await this.read.manager.find(RenderEntity, {
      select: { project_id: true },
      where: { project_id: In([...ids]), status: oneOf(OPEN_RENDER_STATUSES) },
    });
    return new Set(renders.map(({ project_id }) => project_id));
  }

  private ofOwner(ownerId: string | null | undefined): SelectQueryBuilder<ProjectEntity> {
    return whereOwner(this.read.manager.createQueryBuilder(ProjectEntity, 'project'), ownerId);
  }
}
