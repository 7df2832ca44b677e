import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Subject } from 'rxjs';
import { OwnerNames } from '../../platform/access/owner-names';
import type { AgentRow } from './agent.entity';
import { AgentsRepository } from './agents.repository';
import { type AgentChange, AgentChanges } from './public/agent-changes';

/** Publishes changes of accounts, and keeps the cache of owner names complete. */
@Injectable()
export class AgentChangesService implements AgentChanges, OnModuleInit {
  readonly stream = new Subject<AgentChange>();

  constructor(
    private readonly owners: OwnerNames,
    private readonly rows: AgentsRepository,
  ) {}

  /** Caches the names of all accounts, deleted ones too; later accounts follow when their key is first used. */
  async onModuleInit(): Promise<void> {
    for (const agent of await this.rows.names()) this.cacheOwnerName(agent);
  }

  cacheOwnerName({ owner_id, owner_name }: Pick<AgentRow, 'owner_id' | 'owner_name'>): void {
    this.owners.cacheName(owner_id, owner_name);
  }

  /** To be called after the commit. */
  publish(agent: AgentRow, what: AgentChange['what']): void {
    this.cacheOwnerName(agent);
    const { owner_id: ownerId, version, enabled: mayCall } = agent;
    this.stream.next({ ownerId, what, version, mayCall });
  }
}
