import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, IsNull } from 'typeorm';
import { newestPage } from '../../../platform/database/newest-page';
import { oneOf } from '../../../platform/database/one-of';
import { ReadConnection } from '../../../platform/database/read-connection';
import { affectedRows, row } from '../../../platform/database/row';
import {
  acquireTransactionLock,
  type Transaction,
  WriteGate,
} from '../../../platform/database/write-gate';
import { IdempotencyClaims } from '../../../platform/http/idempotency-claims';
import type { Page, PageRequest } from '../../../platform/http/paging';
import { ProjectEntity } from './project.entity';
import { OPEN_RENDER_STATUSES, RenderEntity, type RenderRow } from './render.entity';

/** A render without the large columns, which lists don't need. */
export type ListedRender = Omit<RenderRow, 'film' | 'log'>;

const LISTED = [
  ...['id', 'project_id', 'owner_id', 'status', 'settings', 'attempts', 'frames_done'],
  ...['frames_total', 'path', 'poster', 'error', 'created_at', 'started_at', 'finished_at'],
].map((column) => `render.${column}`);

/** How many unfinished renders a project and an owner may have, a new one included. */
export interface RenderLimits {
  readonly ofProject: number;
  readonly ofOwner: number;
}

/** The end of a render, and the status that its project gets with it. */
export interface RenderEnd {
  readonly status: 'completed' | 'failed' | 'cancelled';
  readonly path?: string;
  readonly poster?: string;
  readonly error?: RenderRow['error'];
  readonly finished_at: string;
}

/** Rows of renders. */
@Injectable()
export class RendersRepository {
  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
    private readonly claims: IdempotencyClaims,
  ) {}

  /**
   * Inserts the render with the idempotency key of its request, in a transaction that has locked its project.
   * @returns `null` if it was inserted; at a limit the id of an unfinished render of the project, or `owner_limit`
   */
  async insert(
    tx: Transaction,
    render: RenderRow,
    limits: RenderLimits,
  ): Promise<{ readonly running: string } | 'owner_limit' | null> {
    const { project_id, owner_id } = render;
    await acquireTransactionLock(tx, `renders of ${owner_id ?? ''}`);
    const open = await tx.find(RenderEntity, {
      select: { id: true, project_id: true },
      where: openOf({ owner_id: owner_id ?? IsNull() }),
    });
    // Before the project's limit, whose refusal suggests `parallel`: that would not help here.
    if (open.length >= limits.ofOwner) return 'owner_limit';
    const ofProject = open.filter((one) => one.project_id === project_id);
    const [running] = ofProject;
    if (running && ofProject.length >= limits.ofProject) return { running: running.id };
    await tx.insert(RenderEntity, row(render));
    await this.claims.attach(tx, render.id);
    return null;
  }

  async find(projectId: string, id: string): Promise<ListedRender | null> {
    return this.renders().where({ id, project_id: projectId }).getOne();
  }

  /** In any project. */
  async listed(id: string, source = this.read.manager): Promise<ListedRender | null> {
    return this.renders(source).where({ id }).getOne();
  }

  /** The render with its film and its log, which other reads leave out. */
  async whole(id: string): Promise<RenderRow | null> {
    return this.read.manager.findOneBy(RenderEntity, { id });
  }

  /** Newest first. */
  async page(projectId: string, request: PageRequest): Promise<Page<ListedRender>> {
    return newestPage(this.renders().where({ project_id: projectId }), request);
  }

  /** All unfinished ones, oldest first. */
  async open(): Promise<readonly Pick<RenderRow, 'id' | 'owner_id' | 'status'>[]> {
    return this.read.manager.find(RenderEntity, {
      select: { id: true, owner_id: true, status: true },
      where: openOf({}),
      order: { created_at: 'ASC', id: 'ASC' },
    });
  }

  /** Ids of the unfinished ones of a project. */
  async openOfProject(tx: Transaction, projectId: string): Promise<string[]> {
    const where = openOf({ project_id: projectId });
    const renders = await tx.find(RenderEntity, { select: { id: true }, where });
    return renders.map(({ id }) => id);
  }

  /** Begins or continues it. @returns whether it is unfinished */
  async begin(id: string, attempts: number, startedAt: string): Promise<boolean> {
    const columns = { status: 'running' as const, attempts, started_at: startedAt };
    return this.update(id, columns);
  }

  /** Takes back the attempt that {@link begin} counted, unless progress has reset the number. */
  async forgetAttempt({ id, attempts }: Pick<RenderRow, 'id' | 'attempts'>): Promise<void> {
    await this.gate.run((tx) =>
      tx.update(RenderEntity, openOf({ id, attempts }), { attempts: attempts - 1 }),
    );
  }

  /** @returns whether it is unfinished */
  async record(
    id: string,
    columns: Pick<RenderRow, 'frames_done' | 'log'> & Partial<Pick<RenderRow, 'attempts'>>,
  ): Promise<boolean> {
    return this.update(id, columns);
  }

  /** Its film is finished: from now on it can't be cancelled. @returns whether it is unfinished */
  async finishFilm(id: string, at: string): Promise<boolean> {
    return this.update(id, { finished_at: at });
  }

  /** At start: takes back {@link finishFilm} of renders that an earlier process left open, so that these can be cancelled. */
  async reopenFilms(): Promise<void> {
    await this.gate.run((tx) => tx.update(RenderEntity, openOf({}), { finished_at: null }));
  }

  /**
   * Ends it; a completed or failed one gives its project the same status. One whose film is finished can't be cancelled
   * any more, unless it `isDeleted`.
   * @returns whether this has ended it
   */
  async end(id: string, end: RenderEnd, isDeleted = false): Promise<boolean> {
    const isCancelled = end.status === 'cancelled';
    const open = openOf({ id, ...(isCancelled && !isDeleted ? { finished_at: IsNull() } : {}) });
    return this.gate.run(async (tx) => {
      if (affectedRows(await tx.update(RenderEntity, open, row(end))) === 0) return false;
      if (isCancelled) return true;
      const render = await tx.findOneByOrFail(RenderEntity, { id });
      const project = { status: end.status, updated_at: end.finished_at };
      await tx.update(ProjectEntity, { id: render.project_id }, project);
      return true;
    });
  }

  async delete(tx: Transaction, id: string): Promise<void> {
    await tx.delete(RenderEntity, { id });
  }

  private async update(id: string, columns: Partial<RenderRow>): Promise<boolean> {
    const result = await this.gate.run((tx) =>
      tx.update(RenderEntity, openOf({ id }), row(columns)),
    );
    return affectedRows(result) > 0;
  }

  private renders(source = this.read.manager) {
    return source.createQueryBuilder(RenderEntity, 'render').select(LISTED);
  }
}

const openOf = (where: FindOptionsWhere<RenderEntity>): FindOptionsWhere<RenderEntity> => ({
  ...where,
  status: oneOf(OPEN_RENDER_STATUSES),
});
