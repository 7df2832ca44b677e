import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { ReadConnection } from '../../../platform/database/read-connection';
import type { Transaction } from '../../../platform/database/write-gate';
import { RenderEntity } from './render.entity';
import { ShotEntity } from './shot.entity';
import { TakeEntity } from './take.entity';

const SHOT_COLUMNS = ['image', 'video', 'speech', 'end_image'] as const;

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

  /** Replaces references to `from` by `to`, except in locked shots. */
  async replace(tx: Transaction, from: readonly string[], to: string): Promise<void> {
    for (const column of SHOT_COLUMNS)
      await tx.update(ShotEntity, { [column]: In([...from]), locked: false }, { [column]: to });
    await tx.update(TakeEntity, { path: In([...from]) }, { path: to });
    for (const column of ['path', 'poster'])
      await tx.update(RenderEntity, { [column]: In([...from]) }, { [column]: to });
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
