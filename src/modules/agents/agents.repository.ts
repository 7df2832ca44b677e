import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import type { Caller } from '../../platform/access/caller';
import { newestPage } from '../../platform/database/newest-page';
import { affectedRows, row } from '../../platform/database/row';
import { ReadConnection } from '../../platform/database/read-connection';
import { acquireTransactionLock, type Transaction } from '../../platform/database/write-gate';
import type { Page, PageRequest } from '../../platform/http/paging';
import { AgentEntity, type AgentRow } from './agent.entity';

/** Rows of accounts. A deleted account is found by its internal id only. */
@Injectable()
export class AgentsRepository {
  constructor(private readonly read: ReadConnection) {}

  async find(id: string): Promise<AgentRow | null> {
    return this.read.manager.findOneBy(AgentEntity, activeId(id));
  }

  /** Locks changes of accounts until the transaction ends. */
  async findToChange(tx: Transaction, id: string): Promise<AgentRow | null> {
    await acquireTransactionLock(tx, 'agents');
    return tx.findOneBy(AgentEntity, activeId(id));
  }

  /** The caller's own row; null when the account was deleted. */
  async findActor(tx: Transaction, { ownerId }: Caller): Promise<AgentRow | null> {
    if (ownerId === null) return null;
    return tx.findOneBy(AgentEntity, { owner_id: ownerId, deleted_at: IsNull() });
  }

  /** How many accounts ever had this id. */
  async countEver(tx: Transaction, id: string): Promise<number> {
    return tx.countBy(AgentEntity, { id });
  }

  async insert(tx: Transaction, agent: AgentRow): Promise<void> {
    await tx.insert(AgentEntity, row(agent));
  }

  /** @returns whether the account is still there */
  async update(tx: Transaction, ownerId: string, columns: Partial<AgentRow>): Promise<boolean> {
    const active = { owner_id: ownerId, deleted_at: IsNull() };
    return affectedRows(await tx.update(AgentEntity, active, row(columns))) > 0;
  }

  /** Accounts by the hashes of their keys, in one statement. */
  async byKeyHashes(hashes: readonly string[]): Promise<AgentRow[]> {
    return this.read.manager.findBy(AgentEntity, { key_hash: In([...hashes]) });
  }

  /** Accounts by internal id, deleted ones too. */
  async byOwnerIds(ownerIds: readonly string[]): Promise<AgentRow[]> {
    return this.read.manager.findBy(AgentEntity, { owner_id: In([...ownerIds]) });
  }

  /** Internal id and owner name of every account that ever was. */
  async names(): Promise<Pick<AgentRow, 'owner_id' | 'owner_name'>[]> {
    return this.read.manager.find(AgentEntity, { select: { owner_id: true, owner_name: true } });
  }

  async anyEnabled(): Promise<boolean> {
    return this.activeAgents().andWhere('agent.enabled = :enabled', { enabled: true }).getExists();
  }

  /** Newest first. */
  async page(request: PageRequest): Promise<Page<AgentRow>> {
    return newestPage(this.activeAgents(), request, 'created_at', 'owner_id');
  }

  private activeAgents() {
    return this.read.manager
      .createQueryBuilder(AgentEntity, 'agent')
      .where('agent.deleted_at IS NULL');
  }
}

const activeId = (id: string) => ({ id, deleted_at: IsNull() });
