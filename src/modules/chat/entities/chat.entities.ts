import { Entity } from 'typeorm';
import {
  IdColumn,
  IdNumberColumn,
  JsonColumn,
  TextColumn,
  TimeColumn,
} from '../../../platform/database/columns';
import type { JsonRecord } from '../../../platform/json';
import type { Plain } from '../../../platform/plain';

/** A conversation with the assistant. */
@Entity('chat_conversations')
export class ConversationEntity {
  @IdColumn() id: string;
  @TextColumn({ nullable: true }) owner_id: string | null;
  /** The beginning of its first message. */
  @TextColumn() title: string;
  @TimeColumn() created_at: string;
  /** The time of its latest message. */
  @TimeColumn() updated_at: string;
}

export type ConversationRow = Plain<ConversationEntity>;

/** A call of a tool, as answers and messages show it. */
export interface ChatAction {
  readonly tool: string;
  readonly arguments: JsonRecord;
  readonly ok: boolean;
  readonly result: JsonRecord;
}

@Entity('chat_messages')
export class ChatMessageEntity {
  @IdColumn() conversation_id: string;
  /** From 1 on. */
  @IdNumberColumn() position: number;
  @TextColumn() role: 'user' | 'assistant';
  @TextColumn() content: string;
  @JsonColumn() actions: readonly ChatAction[];
  @TimeColumn() created_at: string;
}

export type ChatMessageRow = Plain<ChatMessageEntity>;

/** A call that waits for a yes; at most one in a conversation. */
@Entity('chat_pending_actions')
export class PendingActionEntity {
  @IdColumn() conversation_id: string;
  /** The `idempotency_key` of the call. */
  @TextColumn() id: string;
  @TextColumn() tool: string;
  @JsonColumn() arguments: JsonRecord;
  @TimeColumn() expires_at: string;
}

export type PendingActionRow = Plain<PendingActionEntity>;
