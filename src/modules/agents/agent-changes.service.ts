import { Injectable } from '@nestjs/common';
import { Subject } from 'rxjs';
import { OwnerNames } from '../../platform/access/owner-names';
import type { AgentRow } from './agent.entity';
import { type AgentChange, AgentChanges } from './public/agent-changes';

/** Tells who listens that an account has changed. */
@Injectable()
export class AgentChangesService implements AgentChanges {
  readonly stream = new Subject<AgentChange>();

  constructor(private readonly owners: OwnerNames) {}

  /** Somebody has met this account: from now on its name is known. */
  cacheOwnerName({ owner_id, owner_name }: Pick<AgentRow, 'owner_id' | 'owner_name'>): void {
    this.owners.learn(owner_id, owner_name);
  }

  /** Call it once the change is committed. */
  publish(agent: AgentRow, what: AgentChange['what']): void {
    this.cacheOwnerName(agent);
    const { owner_id: ownerId, version, enabled: mayCall } = agent;
    this.stream.next({ ownerId, what, version, mayCall });
  }
}
