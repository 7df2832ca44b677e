import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { ReadConnection } from '../../../platform/database/read-connection';
import { row } from '../../../platform/database/row';
import type { Transaction } from '../../../platform/database/write-gate';
import { RenderEntity } from './render.entity';
import { ShotEntity } from './shot.entity';
import { TakeEntity } from './take.entity';

const SHOT_COLUMNS = ['image', 'video', 'speech', 'end_image'] as const;
/** Ingredients of clips that are media paths. */
const INGREDIENTS = ['source_image', 'end_image', 'speech'] as const;

/** The references of shots, takes and renders to media. */
@Injectable()
export class StoryMediaRepository {
  constructor(private readonly read: ReadConnection) {}

  /** The paths among `paths` that a locked shot names. */
  async inLockedShots(tx: Transaction, paths: readonly string[]): Promise<string[]> {
    return this.inShots(tx, paths, { locked: true });
  }

  /** The paths among `paths` that a shot names, or that an approved take or a render made. */
  async named(paths: readonly string[]): Promise<string[]> {
    const { manager } = this.read;
    const takes = await manager.find(TakeEntity, {
      select: { path: true },
      where: { path: In([...paths]), verdict: 'approved' },
    });
    const renders = await manager.find(RenderEntity, {
      select: { path: true, poster: true },
      where: [{ path: In([...paths]) }, { poster: In([...paths]) }],
    });
    const made = [...takes, ...renders.flatMap(({ path, poster }) => [{ path }, { path: poster }])];
    const named = new Set([
      ...(await this.inShots(manager, paths)),
      ...made.map(({ path }) => path),
    ]);
    return paths.filter((path) => named.has(path));
  }

  /** Replaces references to `from` by `to`, except in locked shots. Takes that were made from `from` don't become stale by it. */
  async replace(tx: Transaction, from: readonly string[], to: string): Promise<void> {
    await this.replaceIngredients(tx, from, to);
    await tx.update(TakeEntity, { replaces: In([...from]) }, { replaces: to });
    for (const column of SHOT_COLUMNS)
      await tx.update(ShotEntity, { [column]: In([...from]), locked: false }, { [column]: to });
    await tx.update(TakeEntity, { path: In([...from]) }, { path: to });
    for (const column of ['path', 'poster'])
      await tx.update(RenderEntity, { [column]: In([...from]) }, { [column]: to });
  }

  /** Looks at the takes of the projects whose shots name one of the files: only with these are ingredients compared. */
  private async replaceIngredients(
    tx: Transaction,
    from: readonly string[],
    to: string,
  ): Promise<void> {
    const where = SHOT_COLUMNS.map((column) => ({ [column]: In([...from]) }));
    const shots = await tx.find(ShotEntity, { select: { project_id: true }, where });
    const projects = [...new Set(shots.map(({ project_id }) => project_id))];
    const takes = await tx.find(TakeEntity, {
      select: { id: true, ingredients: true },
      where: { project_id: In(projects), kind: 'video' },
    });
    for (const { id, ingredients } of takes) {
      const named = INGREDIENTS.filter((name) => from.includes(ingredients[name] ?? ''));
      if (named.length === 0) continue;
      const replaced = Object.fromEntries(named.map((name) => [name, to]));
      const changed = row<TakeEntity>({ ingredients: { ...ingredients, ...replaced } });
      await tx.update(TakeEntity, { id }, changed);
    }
  }

  private async inShots(
    source: EntityManager,
    paths: readonly string[],
    also: { readonly locked?: boolean } = {},
  ): Promise<string[]> {
    const where = SHOT_COLUMNS.map((column) => ({ [column]: In([...paths]), ...also }));
    const select = { image: true, video: true, speech: true, end_image: true };
    const shots = await source.find(ShotEntity, { select, where });
    const named = new Set(shots.flatMap((shot) => SHOT_COLUMNS.map((column) => shot[column])));
    return paths.filter((path) => named.has(path));
  }
}
