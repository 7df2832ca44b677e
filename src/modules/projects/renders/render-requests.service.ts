import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { Clock, Ids } from '../../../platform/clock/clock';
import { MediaNotFound } from '../../media/public/media-not-found';
import { MediaReader } from '../../media/public/media-reader';
import { OwnerStorage } from '../../media/public/owner-storage';
import type { RenderDto } from '../dto/render.request';
import type { RenderPlan, RenderRecord } from '../dto/render.response';
import { timelineOf } from '../film/film-timeline';
import type { Film } from '../film/film';
import { type FilmPlan, FilmPlansService } from '../preflight/film-plans.service';
import { RenderQueue } from '../public/render-queue';
import type { RenderRow } from '../records/render.entity';
import { RendersRepository } from '../records/renders.repository';
import { ProjectAccessService } from '../tree/project-access.service';
import { storyId } from '../tree/story-ids';
import { renderRecord } from './render-record';
import { type RenderSettings, settingsOf } from './render-settings';
import { PreflightFailed, RenderCap, RenderRunning } from './renders.errors';

/** How many unfinished renders an owner may have. */
const MAX_OPEN = 20;

export interface RenderRequest {
  readonly caller: Caller;
  readonly projectId: string;
  readonly body: RenderDto;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** Accepts renders. The film is checked and stored with the request, so that later changes don't affect the render. */
@Injectable()
export class RenderRequestsService {
  constructor(
    private readonly access: ProjectAccessService,
    private readonly plans: FilmPlansService,
    private readonly media: MediaReader,
    private readonly storage: OwnerStorage,
    private readonly rows: RendersRepository,
    private readonly queue: RenderQueue,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws `ProjectNotFound`, `ProjectOfOtherOwner`, `MediaNotFound`, `PreflightFailed`, `RenderRunning`, `RenderCap`,
   * `QuotaReached`, and the reason of the signal.
   */
  async create(request: RenderRequest): Promise<RenderRecord> {
    const { caller, projectId, body } = request;
    const settings = settingsOf(body);
    const { film, faults } = await this.plan(request, settings);
    if (faults.some(({ blocking }) => blocking)) throw new PreflightFailed(faults);
    await this.storage.assertFree(caller.ownerId);
    const render = this.row(request, settings, film);
    const limits = { ofProject: body.parallel === true ? MAX_OPEN : 1, ofOwner: MAX_OPEN };
    const refusal = await this.access.change(caller, projectId, async (tx) => {
      const refused = await this.rows.insert(tx, render, limits);
      if (!refused) await this.queue.add(tx, render.id);
      return refused;
    });
    if (refusal === 'owner_limit') throw new RenderCap(MAX_OPEN);
    if (refusal) throw new RenderRunning(projectId, refusal.running);
    return renderRecord(render);
  }

  /** What {@link create} would make, and its faults. Throws `ProjectNotFound`, `ProjectOfOtherOwner`, `MediaNotFound`. */
  async dryRun(request: RenderRequest): Promise<RenderPlan> {
    const settings = settingsOf(request.body);
    const { film, faults } = await this.plan(request, settings);
    const { frames } = timelineOf(film);
    const { width, height, fps } = film;
    const ok = !faults.some(({ blocking }) => blocking);
    return { ok, settings, width, height, seconds: frames / fps, frames, faults };
  }

  private async plan(
    { caller, projectId, signal }: RenderRequest,
    settings: RenderSettings,
  ): Promise<FilmPlan> {
    await this.access.ownProject(caller, projectId);
    for (const param of ['music', 'narration'] as const) {
      const path = settings[param];
      if (path !== null && !(await this.media.find(caller, path)))
        throw new MediaNotFound(param, path);
    }
    return this.plans.check(caller, await this.access.tree(caller, projectId), settings, signal);
  }

  private row(
    { caller, projectId }: RenderRequest,
    settings: RenderSettings,
    film: Film,
  ): RenderRow {
    return {
      id: storyId(this.ids, 'rnd'),
      project_id: projectId,
      owner_id: caller.ownerId,
      status: 'queued',
      settings,
      film,
      attempts: 0,
      frames_done: 0,
      log: '',
      frames_total: timelineOf(film).frames,
      path: null,
      poster: null,
      error: null,
      created_at: this.clock.timestamp(),
      started_at: null,
      finished_at: null,
    };
  }
}
