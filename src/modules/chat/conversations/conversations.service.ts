import { Injectable } from '@nestjs/common';
import { AccountRowsRegistry } from '../../../platform/access/account-rows';
import type { Caller } from '../../../platform/access/caller';
import { OwnerNames } from '../../../platform/access/owner-names';
import { listedOwner } from '../../../platform/access/scope';
import { AuditLogService } from '../../../platform/audit/audit-log.service';
import { Clock } from '../../../platform/clock/clock';
import { HourlyTasks } from '../../../platform/clock/hourly-tasks';
import { readPage } from '../../../platform/http/paging';
import type { Plain } from '../../../platform/plain';
import { ConversationNotFound } from '../chat.errors';
import type { ConversationsQuery } from '../dto/chat.dto';
import type {
  ConversationPageResponse,
  ConversationResponse,
  DeletedConversationResponse,
  WholeConversationResponse,
} from '../dto/chat.response';
import type { ChatMessageRow, ConversationRow, PendingActionRow } from '../entities/chat.entities';
import { ConversationsRepository } from './conversations.repository';
import { PendingActionsRepository } from './pending-actions.repository';

/** After this time without a message a conversation is deleted. */
const MAX_IDLE_MS = 30 * 24 * 60 * 60 * 1000;

/** Conversations as their owners see them. */
@Injectable()
export class ConversationsService {
  constructor(
    private readonly rows: ConversationsRepository,
    private readonly pending: PendingActionsRepository,
    private readonly owners: OwnerNames,
    private readonly auditLog: AuditLogService,
    private readonly clock: Clock,
    accounts: AccountRowsRegistry,
    hourly: HourlyTasks,
  ) {
    accounts.add('conversations', rows);
    hourly.add({ name: 'delete old conversations', run: () => this.deleteIdle() });
  }

  /** The caller's own, the latest first; admins may pass `owner`. */
  async page(caller: Caller, query: ConversationsQuery): Promise<Plain<ConversationPageResponse>> {
    const ownerId = listedOwner(caller, query.owner, this.owners);
    const page = await this.rows.page(ownerId, readPage(query));
    return { ...page, items: page.items.map((row) => this.record(caller, row)) };
  }

  /** @throws ConversationNotFound */
  async get(caller: Caller, id: string): Promise<Plain<WholeConversationResponse>> {
    const conversation = await this.find(caller, id);
    const messages = await this.rows.messages(id);
    const pending = await this.pending.find(id);
    return {
      ...this.record(caller, conversation),
      messages: messages.map(messageOf),
      pending: pending && pendingOf(pending),
    };
  }

  /** @throws ConversationNotFound */
  async delete(caller: Caller, id: string): Promise<Plain<DeletedConversationResponse>> {
    const { owner_id: ownerId } = await this.find(caller, id);
    const operation = { action: 'conversation.delete', kind: 'conversation', subject: id, ownerId };
    const isDeleted = await this.rows.remove(id, (tx) =>
      this.auditLog.recordForeign(tx, caller, operation),
    );
    if (!isDeleted) throw new ConversationNotFound();
    return { ok: true, id };
  }

  private async find(caller: Caller, id: string): Promise<ConversationRow> {
    const conversation = await this.rows.findFor(caller, id);
    if (!conversation) throw new ConversationNotFound();
    return conversation;
  }

  private record({ isAdmin }: Caller, row: ConversationRow): Plain<ConversationResponse> {
    const { id, title, created_at, updated_at, owner_id } = row;
    const owner = isAdmin ? { owner: this.owners.nameOf(owner_id) } : {};
    return { id, title, created_at, updated_at, ...owner };
  }

  private async deleteIdle(): Promise<void> {
    await this.rows.removeIdle(new Date(this.clock.before(MAX_IDLE_MS)).toISOString());
  }
}

const messageOf = ({ role, content, actions, created_at }: ChatMessageRow) => ({
  role,
  content,
  actions: [...actions],
  created_at,
});

const pendingOf = ({ id, tool, arguments: args, expires_at }: PendingActionRow) => ({
  id,
  tool,
  arguments: args,
  expires_at,
});
