import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import type { Transaction } from '../../../platform/database/write-gate';
import { Slots } from '../../../platform/slots';
import {
  ProjectNotFound,
  ProjectOfOtherOwner,
  SceneNotFound,
  ShotNotFound,
} from '../projects.errors';
import type { ProjectRow } from '../records/project.entity';
import { StoryRepository } from '../records/story.repository';
import type { ShotInScene, StoryTree } from './story-tree';

/** Projects that are read as a whole at once: one may have megabytes of text. */
const MAX_TREES = 2;

/** The ids in the path of a scene. */
export interface ScenePath {
  readonly project_id: string;
  readonly scene_id: string;
}

/** The ids in the path of a shot. */
export interface ShotPath extends ScenePath {
  readonly shot_id: string;
}

/**
 * Finds projects, scenes and shots for a caller. It doesn't find those of another owner, nor those in another project or
 * scene than the path names. Pass `tx` inside a transaction.
 */
@Injectable()
export class ProjectAccessService {
  private readonly trees = new Slots(MAX_TREES, { perOwner: 1 });

  constructor(private readonly rows: StoryRepository) {}

  /** @throws ProjectNotFound */
  async project(caller: Caller, id: string, tx?: Transaction): Promise<ProjectRow> {
    const project = await this.rows.project(caller, id, tx);
    if (!project) throw new ProjectNotFound();
    return project;
  }

  /**
   * A project in which the caller may make takes, speech and renders.
   * @throws ProjectNotFound, ProjectOfOtherOwner
   */
  async ownProject(caller: Caller, id: string): Promise<ProjectRow> {
    const project = await this.project(caller, id);
    requireOwner(caller, project);
    return project;
  }

  /** @throws ProjectNotFound, SceneNotFound */
  async scene(
    caller: Caller,
    path: ScenePath,
    tx?: Transaction,
  ): Promise<Omit<ShotInScene, 'shot'>> {
    const project = await this.project(caller, path.project_id, tx);
    const scene = await this.rows.scene(project.id, path.scene_id, tx);
    if (!scene) throw new SceneNotFound(project.id);
    return { project, scene };
  }

  /** @throws ProjectNotFound, SceneNotFound, ShotNotFound */
  async shot(caller: Caller, path: ShotPath, tx?: Transaction): Promise<ShotInScene> {
    const { project, scene } = await this.scene(caller, path, tx);
    const shot = await this.rows.shot(scene, path.shot_id, tx);
    if (!shot) throw new ShotNotFound(project.id);
    return { project, scene, shot };
  }

  /** The project with its scenes and shots. @throws ProjectNotFound */
  async tree(caller: Caller, id: string): Promise<StoryTree> {
    const read = async (): Promise<StoryTree> => {
      await new Promise(setImmediate);
      return this.rows.tree(await this.project(caller, id));
    };
    return this.trees.run(read, caller.ownerId ?? '');
  }

  /**
   * Runs `work` in a transaction during which nothing else changes the project or anything in it.
   * @throws ProjectNotFound
   */
  async change<T>(
    caller: Caller,
    projectId: string,
    work: (tx: Transaction, project: ProjectRow) => Promise<T>,
  ): Promise<T> {
    return this.rows.locked(projectId, async (tx) =>
      work(tx, await this.project(caller, projectId, tx)),
    );
  }
}

/** Requires the project's owner, because new media belong to the caller who makes them. @throws ProjectOfOtherOwner */
export function requireOwner(caller: Caller, { owner_id }: ProjectRow): void {
  const isOwner = owner_id === null ? caller.isAdmin : owner_id === caller.ownerId;
  if (!isOwner) throw new ProjectOfOtherOwner();
}
