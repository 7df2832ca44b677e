import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { OwnerNames } from '../../../platform/access/owner-names';
import { mayRead } from '../../../platform/access/scope';
import { MediaReader } from '../../media/public/media-reader';
import {
  type ProjectRecord,
  type ProjectTreeRecord,
  SHOT_MEDIA,
  type ShotRecord,
} from '../dto/story.response';
import type { ProjectRow } from '../records/project.entity';
import { ProjectsRepository } from '../records/projects.repository';
import { END_FROM_NEXT, type ShotRow } from '../records/shot.entity';
import { ShotsRepository } from '../records/shots.repository';
import { shotStatus } from './shot-fields';
import { shorthandOf } from './shot-lines';
import type { StoryTree } from './story-tree';

/** Turns rows into answers, adding what is derived: status, missing files, owner name. */
@Injectable()
export class StoryRecordsService {
  constructor(
    private readonly projectRows: ProjectsRepository,
    private readonly shotRows: ShotsRepository,
    private readonly media: MediaReader,
    private readonly owners: OwnerNames,
  ) {}

  async projects(caller: Caller, rows: readonly ProjectRow[]): Promise<ProjectRecord[]> {
    const rendering = await this.projectRows.rendering(rows.map(({ id }) => id));
    return rows.map(({ owner_id, ...row }) => ({
      ...row,
      status: rendering.has(row.id) ? 'rendering' : row.status,
      ...(caller.isAdmin ? { owner: this.owners.nameOf(owner_id) } : {}),
    }));
  }

  async project(caller: Caller, row: ProjectRow): Promise<ProjectRecord> {
    const [record] = await this.projects(caller, [row]);
    if (!record) throw new Error('one record for one row');
    return record;
  }

  /** A fixed number of statements, whatever the size of the project. */
  async tree(caller: Caller, { project, scenes }: StoryTree): Promise<ProjectTreeRecord> {
    const rows = scenes.flatMap(({ shots }) => shots);
    const shots = new Map((await this.shots(caller, rows)).map((shot) => [shot.id, shot]));
    return {
      ...(await this.project(caller, project)),
      scenes: scenes.map((one) => ({
        ...one.scene,
        shots: one.shots.flatMap(({ id }) => shots.get(id) ?? []),
      })),
    };
  }

  async shots(caller: Caller, rows: readonly ShotRow[]): Promise<ShotRecord[]> {
    if (rows.length === 0) return [];
    const activity = await this.shotRows.activity(rows.map(({ id }) => id));
    const owners = await this.media.ownersOf([...new Set(rows.flatMap(filesOf))]);
    const isReadable = (path: string): boolean => {
      const ownerId = owners.get(path);
      return ownerId !== undefined && mayRead(caller, ownerId);
    };
    return rows.map((row) => ({
      ...row,
      ...shorthandOf(row.lines),
      status: shotStatus(row, activity),
      missing: SHOT_MEDIA.filter((name) => {
        const path = fileOf(row, name);
        return path !== null && !isReadable(path);
      }),
    }));
  }

  async shot(caller: Caller, row: ShotRow): Promise<ShotRecord> {
    const [record] = await this.shots(caller, [row]);
    if (!record) throw new Error('one record for one row');
    return record;
  }
}

function fileOf(shot: ShotRow, name: (typeof SHOT_MEDIA)[number]): string | null {
  const path = shot[name];
  return path === END_FROM_NEXT ? null : path;
}

const filesOf = (shot: ShotRow): string[] => SHOT_MEDIA.flatMap((name) => fileOf(shot, name) ?? []);
