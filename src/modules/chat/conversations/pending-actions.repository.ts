import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import { Clock } from '../../../platform/clock/clock';
import { ReadConnection } from '../../../platform/database/read-connection';
import { affectedRows, row } from '../../../platform/database/row';
import { acquireTransactionLock, WriteGate } from '../../../platform/database/write-gate';
import {
  ConversationEntity,
  PendingActionEntity,
  type PendingActionRow,
} from '../entities/chat.entities';

/** Rows of calls that wait for a yes. */
@Injectable()
export class PendingActionsRepository {
  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
    private readonly clock: Clock,
  ) {}

  /** Replaces the one that waits in the conversation, unless that was deleted meanwhile. */
  async save(pending: PendingActionRow): Promise<void> {
    const { conversation_id } = pending;
    await this.gate.run(async (tx) => {
      await acquireTransactionLock(tx, `conversation ${conversation_id}`);
      if (!(await tx.existsBy(ConversationEntity, { id: conversation_id }))) return;
      await tx.upsert(PendingActionEntity, row<PendingActionEntity>(pending), ['conversation_id']);
    });
  }

  /** What waits in the conversation; `null` if nothing does, or it has expired. */
  async find(conversation_id: string): Promise<PendingActionRow | null> {
    const expires_at = MoreThan(this.clock.timestamp());
    return this.read.manager.findOneBy(PendingActionEntity, { conversation_id, expires_at });
  }

  /** Takes out what waits in the conversation: only one caller gets it. `null` if nothing waits, or it has expired. */
  async take(conversationId: string): Promise<PendingActionRow | null> {
    return this.gate.run(async (tx) => {
      const where = { conversation_id: conversationId };
      const pending = await tx.findOneBy(PendingActionEntity, where);
      if (!pending) return null;
      const removed = await tx.delete(PendingActionEntity, { ...where, id: pending.id });
      const isOurs = affectedRows(removed) > 0 && pending.expires_at > this.clock.timestamp();
      return isOurs ? pending : null;
    });
  }
}
