import { Injectable } from '@nestjs/common';
import { Between, In, IsNull, LessThanOrEqual, MoreThan, Not } from 'typeorm';
import type { OwnerFilter } from '../access/scope';
import { ReadConnection } from '../database/read-connection';
import { affectedRows } from '../database/row';
import { acquireTransactionLock, type Transaction, WriteGate } from '../database/write-gate';
import { insertRows } from '../database/write-rows';
import { EventIdKeyEntity } from './event-id-key.entity';
import type { EventKind } from './event-kinds';
import { OutboxEventEntity, type OutboxRow } from './outbox-event.entity';

const KEY_ID = 'current';
/** SQLite takes 32,766 parameters, one per column. */
const ROWS_PER_STATEMENT = 500;

/** How many of the newest events are searched for an earlier `resync`. */
const RECENT = 500;

/** The events that a reader asks for, by position. */
export interface PositionRange {
  /** Events with a higher position. */
  readonly after: number;
  /** Events with this position or a lower one. */
  readonly upTo: number;
  readonly limit: number;
  /** All kinds when absent. */
  readonly kinds?: readonly EventKind[] | undefined;
}

/** Rows of the outbox. */
@Injectable()
export class OutboxRepository {
  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
  ) {}

  /**
   * From here on, transactions with events commit one after another, so that no reader sees an event before all earlier
   * ones.
   */
  async lock(tx: Transaction): Promise<void> {
    await acquireTransactionLock(tx, 'outbox');
  }

  /** Inserts events as the last statements of a transaction. */
  async insert(tx: Transaction, events: readonly Omit<OutboxRow, 'position'>[]): Promise<void> {
    await this.lock(tx);
    for (let at = 0; at < events.length; at += ROWS_PER_STATEMENT) {
      const rows = events.slice(at, at + ROWS_PER_STATEMENT).map((event, index) => ({
        ...event,
        // Both databases evaluate the subquery once per statement.
        position: () => `(SELECT COALESCE(MAX(position), 0) FROM outbox) + ${index + 1}`,
      }));
      await insertRows(tx, OutboxEventEntity, rows);
    }
    const resynced = events.filter(({ kind }) => kind === 'resync').map((event) => event.owner_id);
    if (resynced.length > 0) await this.removeEarlierResyncs(tx, new Set(resynced), events.length);
  }

  /**
   * A `resync` replaces the earlier ones of its owner. A large change stores one in the transaction of each part.
   * @param inserted how many events this transaction has inserted
   */
  private async removeEarlierResyncs(
    tx: Transaction,
    owners: ReadonlySet<string | null>,
    inserted: number,
  ): Promise<void> {
    const newest = (await tx.maximum(OutboxEventEntity, 'position')) ?? 0;
    const before = newest - inserted;
    const position = Between(before - RECENT + 1, before);
    for (const ownerId of owners) {
      const owner_id = ownerId ?? IsNull();
      await tx.delete(OutboxEventEntity, { kind: 'resync', owner_id, position });
    }
  }

  /** Position of the newest event; 0 before the first one. */
  async newest(): Promise<number> {
    return (await this.read.manager.maximum(OutboxEventEntity, 'position')) ?? 0;
  }

  /** Position of the oldest event that is still there; `null` without any. */
  async oldest(): Promise<number | null> {
    return this.read.manager.minimum(OutboxEventEntity, 'position');
  }

  /** Events after a position, in the order of their commits. */
  async after(position: number, limit: number): Promise<OutboxRow[]> {
    const where = { position: MoreThan(position) };
    return this.read.manager.find(OutboxEventEntity, {
      where,
      order: { position: 'ASC' },
      take: limit,
    });
  }

  /** Events of one owner (or of all) and events that several owners share, in the order of their commits. */
  async visibleTo(owner: OwnerFilter, range: PositionRange): Promise<OutboxRow[]> {
    const { after, upTo, limit, kinds } = range;
    const position = Between(after + 1, upTo);
    const kind = kinds === undefined ? {} : { kind: In([...kinds]) };
    const find = (where: object): Promise<OutboxRow[]> =>
      this.read.manager.find(OutboxEventEntity, {
        where: { position, ...kind, ...where },
        order: { position: 'ASC' },
        take: limit,
      });
    if (owner.all) return find({});
    // Two statements, each from its index, because one with OR would sort all rows of the owner.
    const [own, shared] = await Promise.all([
      find({ owner_id: owner.ownerId }),
      find({ shared_with: Not(IsNull()) }),
    ]);
    return [...own, ...shared].sort((a, b) => a.position - b.position).slice(0, limit);
  }

  /**
   * Deletes the oldest events from before a time, `limit` of them at most. The newest event stays, because the next one
   * gets the position after it. @returns how many were deleted
   */
  async sweep(before: string, limit: number): Promise<number> {
    return this.gate.run(async (tx) => {
      const oldest = await tx.find(OutboxEventEntity, {
        select: { position: true, created_at: true },
        order: { position: 'ASC' },
        take: limit + 1,
      });
      const old = oldest.slice(0, -1).filter(({ created_at }) => created_at < before);
      const last = old.at(-1);
      if (!last) return 0;
      const result = await tx.delete(OutboxEventEntity, {
        position: LessThanOrEqual(last.position),
      });
      return affectedRows(result);
    });
  }

  /** The stored key of the event ids; `candidate` becomes it where there is none. */
  async idKey(candidate: string): Promise<string> {
    return this.gate.run(async (tx) => {
      await acquireTransactionLock(tx, 'event id key');
      const stored = await tx.findOneBy(EventIdKeyEntity, { id: KEY_ID });
      if (stored) return stored.key;
      await tx.insert(EventIdKeyEntity, { id: KEY_ID, key: candidate });
      return candidate;
    });
  }
}
