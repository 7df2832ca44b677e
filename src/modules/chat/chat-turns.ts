import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { ChatCap, ConversationBusy } from './chat.errors';

/** Messages of one owner that are answered at the same time. */
const MAX_TURNS_PER_OWNER = 4;

/** Lets one message of a conversation be answered at a time. */
@Injectable()
export class ChatTurns {
  private readonly busy = new Set<string>();
  private readonly turns = new Map<string, number>();

  /** @throws ChatCap */
  async ofOwner<T>({ ownerId }: Caller, work: () => Promise<T>): Promise<T> {
    const owner = ownerId ?? '';
    const running = this.turns.get(owner) ?? 0;
    if (running >= MAX_TURNS_PER_OWNER) throw new ChatCap(MAX_TURNS_PER_OWNER);
    this.turns.set(owner, running + 1);
    try {
      return await work();
    } finally {
      const left = (this.turns.get(owner) ?? 1) - 1;
      if (left > 0) this.turns.set(owner, left);
      else this.turns.delete(owner);
    }
  }

  /** @throws ConversationBusy */
  async ofConversation<T>(id: string, work: () => Promise<T>): Promise<T> {
    if (this.busy.has(id)) throw new ConversationBusy();
    this.busy.add(id);
    try {
      return await work();
    } finally {
      this.busy.delete(id);
    }
  }
}
