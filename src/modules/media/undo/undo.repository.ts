import { Injectable } from '@nestjs/common';
import { In, IsNull, LessThan, MoreThan } from 'typeorm';
import type { Caller } from '../../../platform/access/caller';
import { TOKEN_BYTES, tokenHash } from '../../../platform/access/token-hash';
import { Clock, Ids } from '../../../platform/clock/clock';
import { ReadConnection } from '../../../platform/database/read-connection';
import { insertRows } from '../../../platform/database/write-rows';
import { type Transaction, WriteGate } from '../../../platform/database/write-gate';
import type { ItemChange } from '../catalogue/media-changes.repository';
import { MAX_ITEMS_PER_CHANGE } from '../catalogue/media-items.repository';
import { MediaUndoEntity, MediaUndoItemEntity } from '../entities/media-operation.entities';
import { fieldChanges } from './item-fields';

const LIFETIME_MS = 24 * 60 * 60 * 1000;
/** How many tokens of an owner are valid; a new one replaces the oldest. */
const MAX_OPEN = 100;

/** What undoes a change, as its caller gets it. */
export interface UndoToken {
  readonly token: string;
  readonly expires_at: string;
}

/** A new undo and its token, which is not stored. */
export interface NewUndo {
  readonly row: MediaUndoEntity;
  readonly token: UndoToken;
}

/** What changes did, row by row, until they can't be undone any more. */
@Injectable()
export class UndoRepository {
  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** An undo that is not stored yet. */
  create({ ownerId }: Caller): NewUndo {
    const token = this.ids.token(TOKEN_BYTES);
    const expires_at = new Date(this.clock.now() + LIFETIME_MS).toISOString();
    const row = {
      id: this.ids.uuid(),
      token_hash: tokenHash(token),
      owner_id: ownerId,
      expires_at,
    };
    return { row, token: { token, expires_at } };
  }

  async insert(tx: Transaction, undo: NewUndo): Promise<void> {
    await tx.upsert(MediaUndoEntity, undo.row, ['id']);
    const now = this.clock.timestamp();
    const surplus = await tx.find(MediaUndoEntity, {
      where: { owner_id: undo.row.owner_id ?? IsNull(), expires_at: MoreThan(now) },
      order: { expires_at: 'DESC' },
      skip: MAX_OPEN,
      take: MAX_OPEN,
    });
    const ids = surplus.map(({ id }) => id);
    if (ids.length > 0) await tx.update(MediaUndoEntity, { id: In(ids) }, { expires_at: now });
  }

  /** Adds what these changes did, unless the undo has expired meanwhile. */
  async record(tx: Transaction, undoId: string, changes: readonly ItemChange[]): Promise<void> {
    const open = { id: undoId, expires_at: MoreThan(this.clock.timestamp()) };
    if (!(await tx.existsBy(MediaUndoEntity, open))) return;
    const rows = changes.flatMap(({ before, after }) => {
      if (!after) return [];
      const { position, path } = before.asset;
      return [{ undo_id: undoId, position, path, changes: fieldChanges(before, after) }];
    });
    await insertRows(tx, MediaUndoItemEntity, rows);
  }

  /** `null` for unknown and expired tokens. */
  async find(token: string): Promise<MediaUndoEntity | null> {
    return this.read.manager.findOneBy(MediaUndoEntity, {
      token_hash: tokenHash(token),
      expires_at: MoreThan(this.clock.timestamp()),
    });
  }

  /** What is left to undo, at most as much as one transaction may change. */
  async next(undoId: string): Promise<MediaUndoItemEntity[]> {
    return this.read.manager.find(MediaUndoItemEntity, {
      where: { undo_id: undoId },
      order: { position: 'DESC' },
      take: MAX_ITEMS_PER_CHANGE,
    });
  }

  /** These are undone, or can't be. */
  async removeItems(tx: Transaction, undoId: string, positions: readonly number[]): Promise<void> {
    await tx.delete(MediaUndoItemEntity, { undo_id: undoId, position: In([...positions]) });
  }

  async settle(undoId: string, items: readonly MediaUndoItemEntity[]): Promise<void> {
    const positions = items.map(({ position }) => position);
    await this.gate.run((tx) => this.removeItems(tx, undoId, positions));
  }

  async remove(undoId: string): Promise<void> {
    await this.gate.run((tx) => tx.delete(MediaUndoEntity, { id: undoId }));
  }

  /** Removes what has expired, in chunks. */
  async removeExpired(): Promise<void> {
    const where = { expires_at: LessThan(this.clock.timestamp()) };
    for (const { id } of await this.read.manager.findBy(MediaUndoEntity, where)) {
      for (let items = await this.next(id); items.length > 0; items = await this.next(id))
        await this.settle(id, items);
      await this.remove(id);
    }
  }
}
