import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import type { Plain } from '../../../platform/plain';
import type { Transaction } from '../../../platform/database/write-gate';
import type { DeletedStoryResponse } from '../dto/story.response';
import {
  TakeCancellationService,
  type UnfinishedTake,
} from '../generate/take-cancellation.service';
import { ShotLocked } from '../projects.errors';
import { ProjectsRepository } from '../records/projects.repository';
import { ScenesRepository } from '../records/scenes.repository';
import { ShotsRepository, type ShotsOf } from '../records/shots.repository';
import { RendersService } from '../renders/renders.service';
import { ProjectAccessService, type ScenePath, type ShotPath } from './project-access.service';
import { StoryChangesService, type StoryOperation } from './story-changes.service';
import { StoryOrderService } from './story-order.service';

type Deleted = Plain<DeletedStoryResponse>;

/** Unfinished work of a deleted project, scene or shot, which has to be stopped after the deletion. */
interface Unfinished {
  readonly takes: readonly UnfinishedTake[];
  readonly renders?: readonly string[];
}

/** Deletes projects, scenes and shots with their contents. Media stay; unfinished takes and renders are cancelled. */
@Injectable()
export class StoryDeletionsService {
  constructor(
    private readonly projects: ProjectsRepository,
    private readonly scenes: ScenesRepository,
    private readonly shots: ShotsRepository,
    private readonly access: ProjectAccessService,
    private readonly changes: StoryChangesService,
    private readonly order: StoryOrderService,
    private readonly takes: TakeCancellationService,
    private readonly renders: RendersService,
  ) {}

  /** @throws ProjectNotFound, ShotLocked */
  async project(caller: Caller, id: string): Promise<Deleted> {
    const operation = { kind: 'project' as const, verb: 'delete', subject: id };
    return this.delete(caller, id, operation, async (tx) => {
      const takes = await this.deleteShots(tx, { project_id: id }, 'of this project');
      const renders = await this.renders.endOfProject(tx, id);
      await this.projects.delete(tx, id);
      return { takes, renders };
    });
  }

  /** Throws `ProjectNotFound`, `SceneNotFound`, `ShotLocked`, `ShotCycle`. */
  async scene(caller: Caller, path: ScenePath): Promise<Deleted> {
    const { project_id, scene_id } = path;
    const operation = { kind: 'scene' as const, verb: 'delete', subject: scene_id };
    return this.delete(caller, project_id, operation, async (tx) => {
      await this.access.scene(caller, path, tx);
      const takes = await this.deleteShots(tx, { project_id, scene_id }, 'of this scene');
      await this.scenes.delete(tx, scene_id);
      await this.order.requireNoCycle(tx, project_id);
      return { takes };
    });
  }

  /** Throws `ProjectNotFound`, `SceneNotFound`, `ShotNotFound`, `ShotLocked`, `ShotCycle`. */
  async shot(caller: Caller, path: ShotPath): Promise<Deleted> {
    const { project_id, shot_id: id } = path;
    const operation = { kind: 'shot' as const, verb: 'delete', subject: id };
    return this.delete(caller, project_id, operation, async (tx) => {
      await this.access.shot(caller, path, tx);
      const takes = await this.deleteShots(tx, { project_id, id });
      await this.order.requireNoCycle(tx, project_id);
      return { takes };
    });
  }

  /** If the process is killed before it has cancelled the jobs, they complete, and their outputs are in the library. */
  private async delete(
    caller: Caller,
    projectId: string,
    operation: StoryOperation,
    work: (tx: Transaction) => Promise<Unfinished>,
  ): Promise<Deleted> {
    const { takes, renders = [] } = await this.changes.change(caller, projectId, operation, work);
    await this.takes.cancel(caller, takes);
    await this.renders.stop(renders);
    return { ok: true, id: operation.subject };
  }

  /** @returns the unfinished takes of the shots @throws ShotLocked */
  private async deleteShots(
    tx: Transaction,
    of: ShotsOf,
    where?: string,
  ): Promise<Unfinished['takes']> {
    const shots = await this.shots.of(tx, of);
    const locked = shots.filter((shot) => shot.locked).map(({ id }) => id);
    const detail = where === undefined ? undefined : `A shot ${where} is locked.`;
    if (locked.length > 0) throw new ShotLocked(locked, detail);
    const ids = shots.map(({ id }) => id);
    const takes = await this.takes.endOfShots(tx, ids);
    await this.shots.delete(tx, ids);
    return takes;
  }
}
