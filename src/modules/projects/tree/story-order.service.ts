import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import type { Transaction } from '../../../platform/database/write-gate';
import { NumberTaken, OrderChanged, SceneNotFound, ShotCycle } from '../projects.errors';
import { type NumberedKind, NumberingRepository } from '../records/numbering.repository';
import { ShotsRepository } from '../records/shots.repository';
import { StoryRepository } from '../records/story.repository';
import type { ScenePath } from './project-access.service';
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
  ) {}

  /** The number of a new or moved scene or shot: `sent`, or the next free one. @throws NumberTaken */
  async numberOf(
    tx: Transaction,
    kind: NumberedKind,
    parentId: string,
    sent: number | undefined,
  ): Promise<number> {
    const taken = await this.numbers.numbers(tx, kind, parentId);
    if (sent === undefined) return nextNumber(taken);
    if (taken.includes(sent)) throw new NumberTaken(kind, nextNumber(taken));
    return sent;
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
