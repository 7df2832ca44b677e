import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { Clock } from '../../../platform/clock/clock';
import type { Transaction } from '../../../platform/database/write-gate';
import type { ShotMoveDto } from '../dto/shot.request';
import {
  NumberTaken,
  OrderChanged,
  SceneNotFound,
  ShotCycle,
  ShotLocked,
} from '../projects.errors';
import { type NumberedKind, NumberingRepository } from '../records/numbering.repository';
import type { ShotRow } from '../records/shot.entity';
import { ShotsRepository } from '../records/shots.repository';
import { StoryRepository } from '../records/story.repository';
import { ProjectAccessService, type ScenePath, type ShotPath } from './project-access.service';
import { StoryChangesService } from './story-changes.service';
import { findCycle, nextNumber } from './story-tree';

/** Numbers and orders scenes and shots. Call methods with a transaction while the project is locked. */
@Injectable()
export class StoryOrderService {
  constructor(
    private readonly numbers: NumberingRepository,
    private readonly shots: ShotsRepository,
    private readonly story: StoryRepository,
    private readonly changes: StoryChangesService,
    private readonly access: ProjectAccessService,
    private readonly clock: Clock,
  ) {}

  /** The number of a new or moved scene, or of a shot in a scene: `sent`, or the next free one. @throws NumberTaken */
  async numberOf(
    tx: Transaction,
    { project_id, scene_id }: Pick<ScenePath, 'project_id'> & Partial<ScenePath>,
    sent: number | undefined,
  ): Promise<number> {
    const taken =
      scene_id === undefined
        ? await this.numbers.numbers(tx, 'scene', project_id)
        : await this.numbers.numbers(tx, 'shot', scene_id);
    const next = nextNumber(taken);
    if (sent !== undefined && taken.includes(sent))
      throw new NumberTaken(project_id, scene_id, next);
    return sent ?? next;
  }

  /** @throws ShotCycle */
  async requireNoCycle(tx: Transaction, projectId: string): Promise<void> {
    const cycle = findCycle(await this.shots.links(tx, projectId));
    if (cycle) throw new ShotCycle(cycle);
  }

  /** Numbers the scenes from 1. Throws `ProjectNotFound`, `OrderChanged`, `ShotCycle`. */
  async orderScenes(
    caller: Caller,
    projectId: string,
    ids: readonly string[],
  ): Promise<{ ids: string[] }> {
    const operation = { kind: 'project' as const, verb: 'order', subject: projectId };
    return this.changes.change(caller, projectId, operation, (tx) =>
      this.reorder(tx, projectId, 'scene', { parentId: projectId, ids }),
    );
  }

  /** Numbers the shots of a scene from 1. Throws `SceneNotFound` and what {@link orderScenes} throws. */
  async orderShots(
    caller: Caller,
    { project_id: projectId, scene_id: sceneId }: ScenePath,
    ids: readonly string[],
  ): Promise<{ ids: string[] }> {
    const operation = { kind: 'scene' as const, verb: 'order', subject: sceneId };
    return this.changes.change(caller, projectId, operation, async (tx) => {
      if (!(await this.story.scene(projectId, sceneId, tx))) throw new SceneNotFound(projectId);
      return this.reorder(tx, projectId, 'shot', { parentId: sceneId, ids });
    });
  }

  /**
   * Moves a shot to a place in a scene of its project. The other shots of its former scene keep their numbers.
   * Throws `ProjectNotFound`, `SceneNotFound`, `ShotNotFound`, `ShotLocked`, `ShotCycle`.
   */
  async moveShot(caller: Caller, path: ShotPath, to: ShotMoveDto): Promise<ShotRow> {
    const { project_id: projectId, shot_id: id } = path;
    const operation = { kind: 'shot' as const, verb: 'move', subject: id };
    return this.changes.change(caller, projectId, operation, async (tx) => {
      const { shot } = await this.access.shot(caller, path, tx);
      if (shot.locked && to.scene_id !== shot.scene_id) throw new ShotLocked([id]);
      if (!(await this.story.scene(projectId, to.scene_id, tx))) throw new SceneNotFound(projectId);
      const others = (await this.numbers.order(tx, 'shot', to.scene_id)).filter(
        (one) => one !== id,
      );
      const place = Math.min(to.position ?? others.length + 1, others.length + 1);
      const shot_number = nextNumber(await this.numbers.numbers(tx, 'shot', to.scene_id));
      await this.shots.update(tx, id, {
        scene_id: to.scene_id,
        shot_number,
        updated_at: this.clock.timestamp(),
      });
      const ids = [...others.slice(0, place - 1), id, ...others.slice(place - 1)];
      await this.numbers.renumber(tx, 'shot', to.scene_id, ids);
      await this.requireNoCycle(tx, projectId);
      return (await this.access.shot(caller, { ...path, scene_id: to.scene_id }, tx)).shot;
    });
  }

  private async reorder(
    tx: Transaction,
    projectId: string,
    kind: NumberedKind,
    { parentId, ids }: { readonly parentId: string; readonly ids: readonly string[] },
  ): Promise<{ ids: string[] }> {
    const present = await this.numbers.order(tx, kind, parentId);
    const named = new Set(ids);
    const isComplete = named.size === ids.length && ids.length === present.length;
    if (!isComplete || present.some((id) => !named.has(id))) throw new OrderChanged(present);
    await this.numbers.renumber(tx, kind, parentId, ids);
    await this.requireNoCycle(tx, projectId);
    return { ids: [...ids] };
  }
}
