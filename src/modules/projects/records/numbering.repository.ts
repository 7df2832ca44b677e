import { Injectable } from '@nestjs/common';
import type { EntityTarget } from 'typeorm';
import type { Transaction } from '../../../platform/database/write-gate';
import { SceneEntity } from './scene.entity';
import { ShotEntity } from './shot.entity';

/** An entity whose rows are numbered within a parent, and its columns. */
interface Numbered {
  readonly entity: EntityTarget<SceneEntity | ShotEntity>;
  readonly number: 'scene_number' | 'shot_number';
  readonly parent: 'project_id' | 'scene_id';
}

const KINDS = {
  scene: { entity: SceneEntity, number: 'scene_number', parent: 'project_id' },
  shot: { entity: ShotEntity, number: 'shot_number', parent: 'scene_id' },
} as const satisfies Record<string, Numbered>;
export type NumberedKind = keyof typeof KINDS;

/** Limits the parameters of one statement. */
const MAX_NUMBERS_PER_STATEMENT = 200;

/** Numbers of the scenes of a project and of the shots of a scene. Call it while the project is locked. */
@Injectable()
export class NumberingRepository {
  /** The numbers of all children of a parent, ascending. */
  async numbers(tx: Transaction, kind: NumberedKind, parentId: string): Promise<number[]> {
    const { entity, number, parent } = KINDS[kind];
    const rows = await tx
      .createQueryBuilder(entity, 'one')
      .select(`one.${number}`, 'number')
      .where(`one.${parent} = :parentId`, { parentId })
      .orderBy(`one.${number}`)
      .getRawMany<{ number: string | number }>();
    return rows.map((row) => Number(row.number));
  }

  /** The ids of all children of a parent, by number. */
  async order(tx: Transaction, kind: NumberedKind, parentId: string): Promise<string[]> {
    const { entity, number, parent } = KINDS[kind];
    const rows = await tx
      .createQueryBuilder(entity, 'one')
      .select('one.id', 'id')
      .where(`one.${parent} = :parentId`, { parentId })
      .orderBy(`one.${number}`)
      .getRawMany<{ id: string }>();
    return rows.map(({ id }) => id);
  }

  /** Numbers all children of a parent from 1, in the order of `ids`. */
  async renumber(
    tx: Transaction,
    kind: NumberedKind,
    parentId: string,
    ids: readonly string[],
  ): Promise<void> {
    const { entity, number, parent } = KINDS[kind];
    // Negative first: numbers must be unique after the update of each row.
    await tx
      .createQueryBuilder()
      .update(entity)
      .set({ [number]: () => `-${number}` })
      .where(`${parent} = :parentId`, { parentId })
      .execute();
    for (let start = 0; start < ids.length; start += MAX_NUMBERS_PER_STATEMENT) {
      const part = ids.slice(start, start + MAX_NUMBERS_PER_STATEMENT);
      const cases = part.map((_, index) => `WHEN :id${index} THEN ${start + index + 1}`).join(' ');
      await tx
        .createQueryBuilder()
        .update(entity)
        .set({ [number]: () => `CASE id ${cases} END` })
        .where(`${parent} = :parentId AND id IN (:...part)`, { parentId, part })
        .setParameters(Object.fromEntries(part.map((id, index) => [`id${index}`, id])))
        .execute();
    }
  }
}
