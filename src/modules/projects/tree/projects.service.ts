import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { OwnerNames } from '../../../platform/access/owner-names';
import { listedOwner } from '../../../platform/access/scope';
import { Clock, Ids } from '../../../platform/clock/clock';
import { sentColumns } from '../../../platform/database/sent-columns';
import {
  checkObjectSize,
  checkRecordSize,
  requireSameId,
  ValidationFailed,
} from '../../../platform/errors/validation-failed';
import { readPage } from '../../../platform/http/paging';
import { voiceConfig } from '../../characters/public/voice-config';
import type { ProjectDto, ProjectPatchDto, ProjectsQuery } from '../dto/project.request';
import type { ProjectPage, ProjectTreeRecord, ProjectRecord } from '../dto/story.response';
import { ProjectLimitReached } from '../projects.errors';
import type { ProjectRow } from '../records/project.entity';
import { ProjectsRepository } from '../records/projects.repository';
import { ProjectAccessService } from './project-access.service';
import { StoryChangesService } from './story-changes.service';
import { StoryChecksService } from './story-checks.service';
import { storyId } from './story-ids';
import { StoryRecordsService } from './story-records.service';

type ProjectFields = Omit<ProjectRow, 'id' | 'owner_id' | 'created_at' | 'updated_at'>;

const DEFAULT_PROJECT: Omit<ProjectFields, 'title'> = {
  description: '',
  aspect_ratio: '9:16',
  duration_seconds: null,
  status: 'draft',
  characters: [],
  narrator_voice: null,
  metadata: {},
};

const MAX_PROJECTS_PER_OWNER = 1000;

/** Creates, lists, reads and changes projects. */
@Injectable()
export class ProjectsService {
  constructor(
    private readonly rows: ProjectsRepository,
    private readonly access: ProjectAccessService,
    private readonly changes: StoryChangesService,
    private readonly checks: StoryChecksService,
    private readonly records: StoryRecordsService,
    private readonly owners: OwnerNames,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Throws `CharacterNotAllowed`, `CharacterNotFound`, `ProjectLimitReached`, `ValidationFailed`. */
  async create(caller: Caller, body: ProjectDto): Promise<ProjectRecord> {
    const { title, ...fields } = body;
    const sent = await this.checkedColumns(caller, fields, []);
    const now = this.clock.timestamp();
    const project: ProjectRow = {
      ...DEFAULT_PROJECT,
      ...sent,
      id: storyId(this.ids, 'prj'),
      owner_id: caller.ownerId,
      title,
      created_at: now,
      updated_at: now,
    };
    checkRecordSize(project);
    const isInserted = await this.rows.insert(project, MAX_PROJECTS_PER_OWNER, () =>
      this.changes.store(project, 'created'),
    );
    if (!isInserted) throw new ProjectLimitReached(MAX_PROJECTS_PER_OWNER, 'A key', 'projects');
    return this.records.project(caller, project);
  }

  /** The caller's own, newest first; admins may pass `owner`. */
  async page(caller: Caller, query: ProjectsQuery): Promise<ProjectPage> {
    const ownerId = listedOwner(caller, query.owner, this.owners);
    const page = await this.rows.page(ownerId, readPage(query));
    return { ...page, items: await this.records.projects(caller, page.items) };
  }

  /** The project with its scenes and shots. @throws ProjectNotFound */
  async get(caller: Caller, id: string): Promise<ProjectTreeRecord> {
    return this.records.tree(caller, await this.access.tree(caller, id));
  }

  /** The project without its scenes and shots. @throws ProjectNotFound */
  async record(caller: Caller, id: string): Promise<ProjectRecord> {
    return this.records.project(caller, await this.access.project(caller, id));
  }

  /** Throws `ProjectNotFound` and what {@link create} throws. */
  async update(caller: Caller, id: string, body: ProjectPatchDto): Promise<ProjectRecord> {
    const { id: bodyId, ...fields } = body;
    requireSameId(id, bodyId);
    const { characters } = await this.access.project(caller, id);
    const columns = await this.checkedColumns(caller, fields, characters);
    const operation = { kind: 'project' as const, verb: 'update', subject: id };
    const project = await this.changes.change(caller, id, operation, async (tx, before) => {
      const updated = { ...columns, updated_at: this.clock.timestamp() };
      checkRecordSize({ ...before, ...updated });
      await this.rows.update(tx, id, updated);
      return { ...before, ...updated };
    });
    return this.records.project(caller, project);
  }

  private async checkedColumns(
    caller: Caller,
    body: Omit<ProjectPatchDto, 'id'>,
    cast: readonly string[],
  ): Promise<Partial<ProjectFields>> {
    const { title, description, aspect_ratio, duration_seconds, status } = body;
    const { characters, narrator_voice: voice, metadata } = body;
    checkObjectSize(['body', 'metadata'], metadata);
    checkObjectSize(['body', 'narrator_voice', 'settings'], voice?.settings);
    if (aspect_ratio) checkAspectRatio(aspect_ratio);
    const fields = {
      title,
      description,
      aspect_ratio,
      duration_seconds,
      metadata,
      // Records show `rendering` while a render is unfinished; it is never stored.
      status: status === 'rendering' ? undefined : status,
      characters: characters ? await this.checks.cast(caller, characters, cast) : characters,
      narrator_voice: voice ? voiceConfig(voice) : voice,
    };
    return sentColumns<ProjectFields>(fields, DEFAULT_PROJECT);
  }
}

const MAX_ASPECT_RATIO = 10;

function checkAspectRatio(text: string): void {
  const [width = 1, height = 1] = text.split(':').map(Number);
  if (Math.max(width / height, height / width) > MAX_ASPECT_RATIO)
    throw ValidationFailed.at(['body', 'aspect_ratio'], 'Send at most 10:1 or 1:10.');
}
