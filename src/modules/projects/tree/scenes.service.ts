import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { Clock, Ids } from '../../../platform/clock/clock';
import { sentColumns } from '../../../platform/database/sent-columns';
import { checkObjectSize, checkRecordSize } from '../../../platform/errors/validation-failed';
import { type PageQuery, readPage, toPage } from '../../../platform/http/paging';
import type { SceneDto, ScenePatchDto } from '../dto/scene.request';
import type { ScenePage, SceneRecord } from '../dto/story.response';
import { ProjectLimitReached, SceneNotFound } from '../projects.errors';
import type { SceneRow } from '../records/scene.entity';
import { ScenesRepository } from '../records/scenes.repository';
import { StoryRepository } from '../records/story.repository';
import { ProjectAccessService, type ScenePath } from './project-access.service';
import { StoryChangesService } from './story-changes.service';
import { requirePathIds, StoryChecksService } from './story-checks.service';
import { storyId } from './story-ids';
import { StoryOrderService } from './story-order.service';

type SceneFields = Omit<SceneRow, 'id' | 'project_id' | 'created_at' | 'updated_at'>;

const DEFAULT_SCENE: Omit<SceneFields, 'scene_number'> = {
  title: '',
  setting: 'interior',
  weather: 'clear',
  summary: '',
  location: '',
  time_of_day: '',
  characters: [],
  metadata: {},
};

const MAX_SCENES_PER_PROJECT = 500;

/** Scenes of a project. */
@Injectable()
export class ScenesService {
  constructor(
    private readonly rows: ScenesRepository,
    private readonly story: StoryRepository,
    private readonly access: ProjectAccessService,
    private readonly changes: StoryChangesService,
    private readonly order: StoryOrderService,
    private readonly checks: StoryChecksService,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * Throws `ProjectNotFound`, `CharacterNotAllowed`, `CharacterNotFound`, `NumberTaken`, `ProjectLimitReached`,
   * `ProjectTextTooLong`, `ShotCycle`, `ValidationFailed`.
   */
  async create(caller: Caller, projectId: string, body: SceneDto): Promise<SceneRecord> {
    const { project_id, scene_number, ...fields } = body;
    await this.access.project(caller, projectId);
    requirePathIds({ project_id: projectId }, { project_id });
    const sent = await this.checkedColumns(caller, fields, []);
    const now = this.clock.timestamp();
    const id = storyId(this.ids, 'scn');
    const creation = { id, project_id: projectId, created_at: now, updated_at: now };
    const scene: SceneRow = { ...DEFAULT_SCENE, ...sent, ...creation, scene_number };
    checkRecordSize(scene);
    const operation = { kind: 'scene' as const, verb: 'create', subject: id };
    return this.changes.change(caller, projectId, operation, async (tx) => {
      if ((await this.rows.count(projectId, tx)) >= MAX_SCENES_PER_PROJECT)
        throw new ProjectLimitReached(MAX_SCENES_PER_PROJECT, 'A project', 'scenes');
      await this.order.numberOf(tx, { project_id: projectId }, scene_number);
      await this.rows.insert(tx, scene);
      return scene;
    });
  }

  /** By number. @throws ProjectNotFound */
  async page(caller: Caller, projectId: string, query: PageQuery): Promise<ScenePage> {
    await this.access.project(caller, projectId);
    const request = readPage(query, projectId);
    const rows = await this.rows.page(projectId, request);
    const total = request.withTotal ? await this.rows.count(projectId) : undefined;
    const position = ({ scene_number: sort, id }: SceneRow) => ({ sort, id });
    return toPage(rows, request, { position, item: (row) => row, total });
  }

  /** @throws ProjectNotFound, SceneNotFound */
  async get(caller: Caller, path: ScenePath): Promise<SceneRecord> {
    return (await this.access.scene(caller, path)).scene;
  }

  /** Throws `SceneNotFound` and what {@link create} throws. */
  async update(caller: Caller, path: ScenePath, body: ScenePatchDto): Promise<SceneRecord> {
    const { project_id: projectId, scene_id: id } = path;
    const { id: bodyId, project_id, ...fields } = body;
    const { scene: present } = await this.access.scene(caller, path);
    requirePathIds({ id, project_id: projectId }, { id: bodyId, project_id });
    const sent = await this.checkedColumns(caller, fields, present.characters);
    const operation = { kind: 'scene' as const, verb: 'update', subject: id };
    return this.changes.change(caller, projectId, operation, async (tx) => {
      const before = await this.story.scene(projectId, id, tx);
      if (!before) throw new SceneNotFound(projectId);
      const columns = { ...sent, updated_at: this.clock.timestamp() };
      const scene = { ...before, ...columns };
      checkRecordSize(scene);
      const isMoved = scene.scene_number !== before.scene_number;
      if (isMoved) await this.order.numberOf(tx, { project_id: projectId }, scene.scene_number);
      await this.rows.update(tx, id, columns);
      if (isMoved) await this.order.requireNoCycle(tx, projectId);
      return scene;
    });
  }

  private async checkedColumns(
    caller: Caller,
    body: Omit<ScenePatchDto, 'id' | 'project_id'>,
    cast: readonly string[],
  ): Promise<Partial<SceneFields>> {
    const { scene_number, title, setting, weather, summary, location, time_of_day } = body;
    const { characters, metadata } = body;
    checkObjectSize(['body', 'metadata'], metadata);
    const fields = {
      scene_number,
      title,
      setting,
      weather,
      summary,
      location,
      time_of_day,
      metadata,
      characters: characters ? await this.checks.cast(caller, characters, cast) : characters,
    };
    return sentColumns<SceneFields>(fields, DEFAULT_SCENE);
  }
}
