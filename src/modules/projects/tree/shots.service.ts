import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { Clock, Ids } from '../../../platform/clock/clock';
import type { Transaction } from '../../../platform/database/write-gate';
import { checkRecordSize } from '../../../platform/errors/validation-failed';
import { type PageQuery, readPage, toPage } from '../../../platform/http/paging';
import type { ShotDto, ShotMoveDto, ShotPatchDto } from '../dto/shot.request';
import type { ShotPage, ShotRecord } from '../dto/story.response';
import { ProjectLimitReached, ShotLocked } from '../projects.errors';
import type { ShotRow } from '../records/shot.entity';
import { ShotsRepository } from '../records/shots.repository';
import { ProjectAccessService, type ScenePath, type ShotPath } from './project-access.service';
import { DEFAULT_SHOT } from './shot-fields';
import { ShotFieldsService } from './shot-fields.service';
import { sentLines } from './shot-lines';
import { StoryChangesService } from './story-changes.service';
import { requirePathIds } from './story-checks.service';
import { storyId } from './story-ids';
import { StoryOrderService } from './story-order.service';
import { StoryRecordsService } from './story-records.service';

const MAX_SHOTS_PER_PROJECT = 1000;

/** Shots of a scene. */
@Injectable()
export class ShotsService {
  constructor(
    private readonly rows: ShotsRepository,
    private readonly access: ProjectAccessService,
    private readonly changes: StoryChangesService,
    private readonly order: StoryOrderService,
    private readonly fields: ShotFieldsService,
    private readonly records: StoryRecordsService,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * Throws `ProjectNotFound`, `SceneNotFound`, `CharacterNotAllowed`, `CharacterNotFound`, `MediaNotFound`,
   * `NumberTaken`, `ProjectLimitReached`, `ProjectTextTooLong`, `ShotCycle`, `ValidationFailed`.
   */
  async create(caller: Caller, path: ScenePath, body: ShotDto): Promise<ShotRecord> {
    const { project_id, scene_id, shot_number, ...fields } = body;
    const { project } = await this.access.scene(caller, path);
    requirePathIds({ ...path }, { project_id, scene_id });
    const sent = await this.fields.columns(caller, { project, shot: null }, fields);
    const lines = sentLines(fields, []) ?? [];
    const now = this.clock.timestamp();
    const id = storyId(this.ids, 'sht');
    const shot = {
      ...DEFAULT_SHOT,
      ...sent,
      lines,
      id,
      project_id: path.project_id,
      scene_id: path.scene_id,
      created_at: now,
      updated_at: now,
    };
    checkRecordSize(shot);
    const operation = { kind: 'shot' as const, verb: 'create', subject: id };
    const row = await this.changes.change(caller, path.project_id, operation, async (tx) => {
      await this.access.scene(caller, path, tx);
      if ((await this.rows.countOfProject(tx, path.project_id)) >= MAX_SHOTS_PER_PROJECT)
        throw new ProjectLimitReached(MAX_SHOTS_PER_PROJECT, 'A project', 'shots');
      const number = await this.order.numberOf(tx, path, shot_number);
      await this.rows.insert(tx, { ...shot, shot_number: number });
      await this.order.requireNoCycle(tx, path.project_id);
      return { ...shot, shot_number: number };
    });
    return this.records.shot(caller, row);
  }

  /** By number. @throws ProjectNotFound, SceneNotFound */
  async page(caller: Caller, path: ScenePath, query: PageQuery): Promise<ShotPage> {
    const { scene } = await this.access.scene(caller, path);
    const request = readPage(query, scene.id);
    const rows = await this.rows.page(scene.id, request);
    const total = request.withTotal ? await this.rows.countOfScene(scene.id) : undefined;
    const position = ({ shot_number: sort, id }: ShotRow) => ({ sort, id });
    const page = toPage(rows, request, { position, item: (row) => row, total });
    return { ...page, items: await this.records.shots(caller, page.items) };
  }

  /** @throws ProjectNotFound, SceneNotFound, ShotNotFound */
  async get(caller: Caller, path: ShotPath): Promise<ShotRecord> {
    return this.records.shot(caller, (await this.access.shot(caller, path)).shot);
  }

  /** Throws `ShotNotFound`, `ShotLocked` and what {@link create} throws. */
  async update(caller: Caller, path: ShotPath, body: ShotPatchDto): Promise<ShotRecord> {
    const { id: bodyId, project_id, scene_id, ...fields } = body;
    const written = await this.access.shot(caller, path);
    requirePathIds({ ...path, id: path.shot_id }, { id: bodyId, project_id, scene_id });
    const sent = await this.fields.columns(caller, written, fields);
    const operation = { kind: 'shot' as const, verb: 'update', subject: path.shot_id };
    const row = await this.changes.change(caller, path.project_id, operation, async (tx) => {
      const { shot: before } = await this.access.shot(caller, path, tx);
      const lines = sentLines(fields, before.lines);
      const changed = { ...sent, ...(lines ? { lines } : {}) };
      requireUnlocked(before, changed);
      const columns = { ...changed, updated_at: this.clock.timestamp() };
      const shot = { ...before, ...columns };
      checkRecordSize(shot);
      await this.write(tx, before, shot, columns);
      return shot;
    });
    return this.records.shot(caller, row);
  }

  /** Throws what {@link StoryOrderService.moveShot} throws. */
  async move(caller: Caller, path: ShotPath, to: ShotMoveDto): Promise<ShotRecord> {
    return this.records.shot(caller, await this.order.moveShot(caller, path, to));
  }

  private async write(
    tx: Transaction,
    before: ShotRow,
    after: ShotRow,
    columns: Partial<ShotRow>,
  ): Promise<void> {
    const isMoved = after.shot_number !== before.shot_number;
    if (isMoved) await this.order.numberOf(tx, before, after.shot_number);
    await this.rows.update(tx, before.id, columns);
    const isLinked = after.start_from !== before.start_from || after.end_image !== before.end_image;
    if (isMoved || isLinked) await this.order.requireNoCycle(tx, before.project_id);
  }
}

/** Of a locked shot only `locked` can be changed. @throws ShotLocked */
function requireUnlocked(shot: ShotRow, { locked: _, ...more }: Partial<ShotRow>): void {
  if (shot.locked && Object.keys(more).length > 0) throw new ShotLocked([shot.id]);
}
