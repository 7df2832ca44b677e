import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { AuditLogService } from '../../../platform/audit/audit-log.service';
import { Clock } from '../../../platform/clock/clock';
import { type Transaction, WriteGate } from '../../../platform/database/write-gate';
import { type PageQuery, readPage } from '../../../platform/http/paging';
import type { Plain } from '../../../platform/plain';
import type { DeletedRenderResponse, RenderPage, RenderRecord } from '../dto/render.response';
import { FilmFilesStore } from '../film/film-files.store';
import { RenderQueue } from '../public/render-queue';
import { type ListedRender, RendersRepository } from '../records/renders.repository';
import { ProjectAccessService } from '../tree/project-access.service';
import { RenderEventsService } from './render-events.service';
import { renderRecord } from './render-record';
import { RenderFinished, RenderNotFound } from './renders.errors';

/** The ids in the path of a render. */
export interface RenderPath {
  readonly project_id: string;
  readonly render_id: string;
}

/** Reads, cancels and deletes renders for callers. */
@Injectable()
export class RendersService {
  constructor(
    private readonly gate: WriteGate,
    private readonly rows: RendersRepository,
    private readonly access: ProjectAccessService,
    private readonly queue: RenderQueue,
    private readonly files: FilmFilesStore,
    private readonly events: RenderEventsService,
    private readonly auditLog: AuditLogService,
    private readonly clock: Clock,
  ) {}

  /** Newest first. @throws ProjectNotFound */
  async page(caller: Caller, projectId: string, query: PageQuery): Promise<RenderPage> {
    await this.access.project(caller, projectId);
    const page = await this.rows.page(projectId, readPage(query, projectId));
    return { ...page, items: page.items.map(renderRecord) };
  }

  /** @throws ProjectNotFound, RenderNotFound */
  async get(caller: Caller, path: RenderPath): Promise<RenderRecord> {
    return renderRecord(await this.find(caller, path));
  }

  /** The messages of the service and of ffmpeg. @throws ProjectNotFound, RenderNotFound */
  async log(caller: Caller, path: RenderPath): Promise<string> {
    const { id } = await this.find(caller, path);
    return (await this.rows.whole(id))?.log ?? '';
  }

  /** Stops the render and deletes its files. @throws ProjectNotFound, RenderNotFound, RenderFinished */
  async cancel(caller: Caller, path: RenderPath): Promise<RenderRecord> {
    const render = await this.find(caller, path);
    const isCancelled = await this.gate.run(async (tx) => {
      if (!(await this.end(tx, render.id))) return false;
      await this.auditLog.recordForeign(tx, caller, operationOn(render, 'render.cancel'));
      return true;
    });
    if (!isCancelled) {
      const { status } = await this.find(caller, path);
      throw new RenderFinished(path.project_id, path.render_id, status);
    }
    await this.stop([render.id]);
    return this.get(caller, path);
  }

  /** Stops and deletes the render; a finished film stays in the library. @throws ProjectNotFound, RenderNotFound */
  async delete(caller: Caller, path: RenderPath): Promise<Plain<DeletedRenderResponse>> {
    const render = await this.find(caller, path);
    await this.gate.run(async (tx) => {
      // Nobody learns of the deletion otherwise: a render that has ended gets no further event.
      if (!(await this.end(tx, render.id, true))) await this.events.storeOfProject(render);
      await this.rows.delete(tx, render.id);
      await this.auditLog.recordForeign(tx, caller, operationOn(render, 'render.delete'));
    });
    await this.stop([render.id]);
    return { ok: true, id: render.id };
  }

  /** Ends the unfinished renders of a project that is deleted. @returns their ids */
  async endOfProject(tx: Transaction, projectId: string): Promise<string[]> {
    const ids = await this.rows.openOfProject(tx, projectId);
    for (const id of ids) await this.end(tx, id, true);
    return ids;
  }

  /** Stops renders that were cancelled or deleted, and deletes their files. */
  async stop(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      // The worker deletes the files of a running render itself, once ffmpeg has ended.
      if (!this.queue.abandon(id)) await this.files.remove(id);
    }
  }

  /** Cancels the render, and stores an event: somebody may wait for its end. @returns false if it is too late for that */
  private async end(tx: Transaction, id: string, isDeleted = false): Promise<boolean> {
    const end = { status: 'cancelled' as const, finished_at: this.clock.timestamp() };
    if (!(await this.rows.end(id, end, isDeleted))) return false;
    await this.events.store(tx, id);
    return true;
  }

  private async find(caller: Caller, path: RenderPath): Promise<ListedRender> {
    const project = await this.access.project(caller, path.project_id);
    const render = await this.rows.find(project.id, path.render_id);
    if (!render) throw new RenderNotFound(project.id);
    return render;
  }
}

const operationOn = ({ id, owner_id: ownerId }: ListedRender, action: string) => ({
  action,
  kind: 'render',
  subject: id,
  ownerId,
});
