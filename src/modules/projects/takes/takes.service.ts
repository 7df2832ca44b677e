import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { Clock } from '../../../platform/clock/clock';
import type { Transaction } from '../../../platform/database/write-gate';
import { readPage } from '../../../platform/http/paging';
import { MediaNotFound } from '../../media/public/media-not-found';
import { MediaReader } from '../../media/public/media-reader';
import type { TakePatchDto, TakesQuery } from '../dto/take.request';
import type { TakePage, TakeRecord } from '../dto/take.response';
import { ShotLocked } from '../projects.errors';
import type { ShotRow } from '../records/shot.entity';
import type { TakeRow } from '../records/take.entity';
import { ProjectAccessService, requireOwner, type ShotPath } from '../tree/project-access.service';
import { StoryChangesService } from '../tree/story-changes.service';
import { requirePathIds } from '../tree/story-checks.service';
import type { ShotToTake } from './compose-take';
import { ShotsToTakeService } from './shots-to-take.service';
import { TakeRecordsService } from './take-records.service';
import { TakeNotCompleted, TakeNotFound } from './takes.errors';
import { TakesRepository } from '../records/takes.repository';

/** The ids in the path of a take. */
export interface TakePath extends ShotPath {
  readonly take_id: string;
}

/** Reads, selects, approves and rejects takes for callers. */
@Injectable()
export class TakesService {
  constructor(
    private readonly access: ProjectAccessService,
    private readonly takes: TakesRepository,
    private readonly shots: ShotsToTakeService,
    private readonly records: TakeRecordsService,
    private readonly changes: StoryChangesService,
    private readonly media: MediaReader,
    private readonly clock: Clock,
  ) {}

  /** Newest first. @throws ProjectNotFound, SceneNotFound, ShotNotFound */
  async page(caller: Caller, path: ShotPath, query: TakesQuery): Promise<TakePage> {
    const { shot } = await this.access.shot(caller, path);
    const filter = { shotId: shot.id, kind: query.kind, status: query.status };
    const page = await this.takes.page(filter, readPage(query, shot.id));
    const shots = new Map([[shot.id, await this.inFilm(caller, path)]]);
    return { ...page, items: await this.records.records(page.items, shots) };
  }

  /** @throws ProjectNotFound, SceneNotFound, ShotNotFound, TakeNotFound */
  async get(caller: Caller, path: TakePath): Promise<TakeRecord> {
    const { shot } = await this.access.shot(caller, path);
    const take = await this.find(shot, path.take_id);
    return this.records.record(take, await this.inFilm(caller, path));
  }

  /** The take that a job makes; `null` if it was deleted. */
  async ofJob(caller: Caller, path: ShotPath, promptId: string): Promise<TakeRecord | null> {
    const { shot } = await this.access.shot(caller, path);
    const take = await this.takes.byJob(promptId);
    if (take?.shot_id !== shot.id) return null;
    return this.records.record(take, await this.inFilm(caller, path));
  }

  /**
   * Makes the take's media the selected one of its kind.
   * @throws TakeNotCompleted, ShotLocked, MediaNotFound if its file was deleted
   */
  async select(caller: Caller, path: TakePath): Promise<TakeRecord> {
    const { shot } = await this.access.shot(caller, path);
    const { path: file } = await this.find(shot, path.take_id);
    if (file !== null && !(await this.media.find(caller, file))) throw new MediaNotFound();
    await this.change(caller, path, 'select', async (tx, take, { id, locked }) => {
      if (locked) throw new ShotLocked([id]);
      const at = this.clock.timestamp();
      await this.takes.select(tx, take, at);
      await this.takes.update(tx, take.id, { chosen_at: at });
    });
    return this.get(caller, path);
  }

  /** Approves or rejects a take. @throws TakeNotCompleted, ValidationFailed */
  async judge(caller: Caller, path: TakePath, patch: TakePatchDto): Promise<TakeRecord> {
    const { verdict, reason, id: bodyId, project_id, shot_id } = patch;
    await this.access.shot(caller, path);
    requirePathIds({ ...path, id: path.take_id }, { id: bodyId, project_id, shot_id });
    await this.change(caller, path, 'update', async (tx, { id }) => {
      const columns = {
        ...(verdict === undefined ? {} : { verdict }),
        ...(reason === undefined ? {} : { reason: reason ?? '' }),
      };
      if (Object.keys(columns).length > 0) await this.takes.update(tx, id, columns);
    });
    return this.get(caller, path);
  }

  /** A shot that the caller may make takes for. @throws ProjectOfOtherOwner and what {@link get} throws for its path */
  async ownShot(caller: Caller, path: ShotPath): Promise<ShotToTake> {
    const shot = await this.inFilm(caller, path);
    requireOwner(caller, shot.project);
    return shot;
  }

  private async change(
    caller: Caller,
    path: TakePath,
    verb: string,
    work: (tx: Transaction, take: TakeRow, shot: ShotRow) => Promise<void>,
  ): Promise<void> {
    const operation = { kind: 'take' as const, verb, subject: path.take_id };
    await this.changes.change(caller, path.project_id, operation, async (tx) => {
      const { shot } = await this.access.shot(caller, path, tx);
      const take = await this.find(shot, path.take_id, tx);
      if (take.status !== 'completed') throw new TakeNotCompleted(take.status);
      await work(tx, take, shot);
    });
  }

  /**
   * Read after its takes: a take that has completed by then is selected here.
   * @throws ProjectNotFound, SceneNotFound, ShotNotFound
   */
  private async inFilm(caller: Caller, path: ShotPath): Promise<ShotToTake> {
    return this.shots.one(await this.access.shot(caller, path));
  }

  private async find(shot: ShotRow, id: string, tx?: Transaction): Promise<TakeRow> {
    const take = await this.takes.find(shot, id, tx);
    if (!take) throw new TakeNotFound();
    return take;
  }
}
