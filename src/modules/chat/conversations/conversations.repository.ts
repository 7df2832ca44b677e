import { Injectable } from '@nestjs/common';
import { In, IsNull, LessThan, LessThanOrEqual, type SelectQueryBuilder } from 'typeorm';
import type { Caller } from '../../../platform/access/caller';
import { ownedBy } from '../../../platform/access/scope';
import { Clock } from '../../../platform/clock/clock';
import { newestPage } from '../../../platform/database/newest-page';
import { ReadConnection } from '../../../platform/database/read-connection';
import { affectedRows, row } from '../../../platform/database/row';
import { ownersOf, whereOwner } from '../../../platform/database/where-owner';
import {
  acquireTransactionLock,
  type Transaction,
  WriteGate,
} from '../../../platform/database/write-gate';
import type { Page, PageRequest } from '../../../platform/http/paging';
import {
  ChatMessageEntity,
  type ChatMessageRow,
  ConversationEntity,
  type ConversationRow,
  PendingActionEntity,
} from '../entities/chat.entities';

export type NewMessage = Pick<ChatMessageRow, 'role' | 'content' | 'actions'>;

/** Messages that a conversation keeps; the oldest are deleted. */
export const MAX_MESSAGES = 200;
/** Characters of all messages that a conversation keeps, with their calls: a key may have many conversations. */
const MAX_CHARS = 500_000;
/** Rows that one transaction deletes. */
const CHUNK = 100;

/** Rows of conversations and their messages. */
@Injectable()
export class ConversationsRepository {
  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
    private readonly clock: Clock,
  ) {}

  /** Inserts a conversation; its owner keeps the latest `limit`. */
  async insert(conversation: ConversationRow, limit: number): Promise<void> {
    const owner_id = conversation.owner_id ?? IsNull();
    await this.gate.run(async (tx) => {
      await acquireTransactionLock(tx, `conversations of ${conversation.owner_id ?? ''}`);
      await tx.insert(ConversationEntity, conversation);
      const surplus = await tx.find(ConversationEntity, {
        select: { id: true },
        where: { owner_id },
        order: { updated_at: 'DESC', id: 'DESC' },
        skip: limit,
        take: CHUNK,
      });
      await removeAll(
        tx,
        surplus.map(({ id }) => id),
      );
    });
  }

  /** Adds messages, unless the conversation was deleted meanwhile. */
  async append(id: string, messages: readonly NewMessage[]): Promise<void> {
    const now = this.clock.timestamp();
    await this.gate.run(async (tx) => {
      await lockConversation(tx, id);
      const updated = await tx.update(ConversationEntity, { id }, { updated_at: now });
      if (affectedRows(updated) === 0) return;
      const last = (await tx.maximum(ChatMessageEntity, 'position', { conversation_id: id })) ?? 0;
      const rows = messages.map((message, at) => ({
        ...message,
        conversation_id: id,
        position: last + at + 1,
        created_at: now,
      }));
      await tx.insert(ChatMessageEntity, rows.map(row<ChatMessageEntity>));
      await removeOldest(tx, id);
    });
  }

  async findFor(caller: Caller, id: string): Promise<ConversationRow | null> {
    return this.read.manager.findOneBy(ConversationEntity, { id, ...ownedBy(caller) });
  }

  /** A conversation that the caller may continue: only its own, also for admins. */
  async findOwn({ ownerId }: Caller, id: string): Promise<ConversationRow | null> {
    return this.read.manager.findOneBy(ConversationEntity, { id, owner_id: ownerId ?? IsNull() });
  }

  /** The latest `limit` messages, the oldest first. */
  async messages(id: string, limit = MAX_MESSAGES): Promise<ChatMessageRow[]> {
    const latest = await this.read.manager.find(ChatMessageEntity, {
      where: { conversation_id: id },
      order: { position: 'DESC' },
      take: limit,
    });
    return latest.reverse();
  }

  /** The latest first. */
  async page(
    ownerId: string | null | undefined,
    request: PageRequest,
  ): Promise<Page<ConversationRow>> {
    return newestPage(this.ofOwner(ownerId), request, 'updated_at');
  }

  /** @returns whether it was there */
  async remove(id: string, also: (tx: Transaction) => Promise<void>): Promise<boolean> {
    return this.gate.run(async (tx) => {
      if ((await removeAll(tx, [id])) === 0) return false;
      await also(tx);
      return true;
    });
  }

  owners(): Promise<string[]> {
    return ownersOf(this.read, ConversationEntity);
  }

  async deleteOf(ownerIds: readonly string[]): Promise<void> {
    await this.removeWhere({ owner_id: In([...ownerIds]) });
  }

  /** Deletes conversations without a message since then. */
  async removeIdle(before: string): Promise<void> {
    await this.removeWhere({ updated_at: LessThan(before) });
  }

  private async removeWhere(where: object): Promise<void> {
    const remove = (): Promise<number> =>
      this.gate.run(async (tx) => {
        const found = await idsWhere(tx, where);
        // In one order, so that two that delete the same ones don't wait for each other.
        for (const id of found.toSorted()) await lockConversation(tx, id);
        // Without those that got a message before they were locked.
        await removeAll(tx, await idsWhere(tx, { ...where, id: In(found) }));
        return found.length;
      });
    while ((await remove()) === CHUNK);
  }

  private ofOwner(ownerId: string | null | undefined): SelectQueryBuilder<ConversationEntity> {
    const query = this.read.manager.createQueryBuilder(ConversationEntity, 'conversation');
    return whereOwner(query, ownerId);
  }
}

const lockConversation = (tx: Transaction, id: string): Promise<void> =>
  acquireTransactionLock(tx, `conversation ${id}`);

async function idsWhere(tx: Transaction, where: object): Promise<string[]> {
  const found = await tx.find(ConversationEntity, { select: { id: true }, where, take: CHUNK });
  return found.map(({ id }) => id);
}

/** Deletes all but the latest messages that are within the limits; never the last one. */
async function removeOldest(tx: Transaction, id: string): Promise<void> {
  const messages = await tx
    .createQueryBuilder(ChatMessageEntity, 'message')
    .select('message.position', 'position')
    .addSelect('LENGTH(message.content) + LENGTH(message.actions)', 'chars')
    .where('message.conversation_id = :id', { id })
    .orderBy('message.position', 'DESC')
    .getRawMany<{ position: number | string; chars: number | string }>();
  let chars = 0;
  const surplus = messages.find((message, at) => {
    chars += Number(message.chars);
    return at > 0 && (at >= MAX_MESSAGES || chars > MAX_CHARS);
  });
  if (!surplus) return;
  const position = LessThanOrEqual(Number(surplus.position));
  await tx.delete(ChatMessageEntity, { conversation_id: id, position });
}

/** @returns how many there were */
async function removeAll(tx: Transaction, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const ofThem = { conversation_id: In([...ids]) };
  await tx.delete(ChatMessageEntity, ofThem);
  await tx.delete(PendingActionEntity, ofThem);
  return affectedRows(await tx.delete(ConversationEntity, { id: In([...ids]) }));
}
