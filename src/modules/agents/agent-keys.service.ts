import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { AuditLogService } from '../../platform/audit/audit-log.service';
import { type Transaction, WriteGate } from '../../platform/database/write-gate';
import { refuseStale } from './actor';
import { AgentKeyFactory, type NewAgent } from './agent-key-factory';
import { AgentChangesService } from './agent-changes.service';
import type { AgentRow } from './agent.entity';
import { AgentExists, AgentNotFound, SelfLockout } from './agents.errors';
import { AgentsRepository } from './agents.repository';
import type { AgentChange } from './public/agent-changes';

/** What can be changed of an account; what is absent stays. */
export type AgentPatch = Partial<
  Pick<
    AgentRow,
    | 'name'
    | 'enabled'
    | 'is_admin'
    | 'allowed_characters'
    | 'allowed_workflows'
    | 'max_concurrent_jobs'
  >
>;

/** An account with the key that is shown this once. */
export interface AgentWithKey {
  readonly agent: AgentRow;
  readonly key: string;
}

/**
 * Makes and changes keys, for the HTTP routes and the terminal alike (spec §3.1, §4.9). Each change is one transaction
 * with its entry in the audit log, and holds from the next request on.
 */
@Injectable()
export class AgentKeysService {
  constructor(
    private readonly gate: WriteGate,
    private readonly rows: AgentsRepository,
    private readonly mint: AgentKeyFactory,
    private readonly auditLog: AuditLogService,
    private readonly news: AgentChangesService,
  ) {}

  /** @throws AgentExists */
  async create(caller: Caller, given: NewAgent): Promise<AgentWithKey> {
    const minted = this.mint.key();
    const agent = await this.gate.run(async (tx) => {
      const taken = await this.rows.findToChange(tx, given.id);
      refuseStale(caller, await this.rows.findActor(tx, caller));
      if (taken) throw new AgentExists(given.id);
      const made = this.mint.agent(given, minted, await this.rows.countEver(tx, given.id));
      await this.rows.insert(tx, made);
      await this.note(tx, { caller, agent: made, action: 'agent.create', details: scopeOf(made) });
      return made;
    });
    return { agent, key: minted.key };
  }

  /** @throws AgentNotFound, SelfLockout */
  async update(caller: Caller, id: string, patch: AgentPatch): Promise<AgentRow> {
    return this.gate.run(async (tx) => {
      const agent = await this.findToChange(tx, caller, id);
      if (patch.enabled === false) refuseSelf(caller, agent, 'revoke');
      if (patch.is_admin === false) refuseSelf(caller, agent, 'remove admin from');
      return this.change(tx, { caller, agent, action: actionOf(patch), details: patch }, patch);
    });
  }

  /** Replaces the key: the old one stops working with the commit. @throws AgentNotFound, SelfLockout */
  async rotate(caller: Caller, id: string): Promise<AgentWithKey> {
    const { key, key_hash } = this.mint.key();
    const agent = await this.gate.run(async (tx) => {
      const found = await this.findToChange(tx, caller, id);
      refuseSelf(caller, found, 'replace');
      return this.change(tx, { caller, agent: found, action: 'agent.rotate' }, { key_hash });
    });
    return { agent, key };
  }

  /** What the account made stays, visible to admins (spec §5.10). @throws AgentNotFound, SelfLockout */
  async delete(caller: Caller, id: string): Promise<void> {
    await this.gate.run(async (tx) => {
      const agent = await this.findToChange(tx, caller, id);
      refuseSelf(caller, agent, 'delete');
      const gone = {
        enabled: false,
        key_hash: null,
        avatar: null,
        bio: '',
        deleted_at: this.mint.now(),
      };
      await this.change(tx, { caller, agent, action: 'agent.delete' }, gone);
    });
  }

  private async findToChange(tx: Transaction, caller: Caller, id: string): Promise<AgentRow> {
    const agent = await this.rows.findToChange(tx, id);
    refuseStale(caller, await this.rows.findActor(tx, caller));
    if (!agent) throw new AgentNotFound();
    return agent;
  }

  private async change(
    tx: Transaction,
    change: AgentChangeRecord,
    columns: Partial<AgentRow>,
  ): Promise<AgentRow> {
    const what = Object.keys(columns).every((column) => column === 'name') ? 'profile' : 'rights';
    const version = change.agent.version + (what === 'rights' ? 1 : 0);
    const agent = { ...change.agent, ...columns, version };
    await this.rows.update(tx, agent.owner_id, { ...columns, version });
    await this.note(tx, { ...change, agent, what });
    return agent;
  }

  private async note(
    tx: Transaction,
    { caller, agent, action, details, what = 'rights' }: AgentChangeRecord,
  ): Promise<void> {
    this.news.cacheOwnerName(agent);
    await this.auditLog.record(tx, caller, {
      action,
      kind: 'agent',
      subject: agent.id,
      ownerId: agent.owner_id,
      ...(details ? { details } : {}),
    });
    this.gate.afterCommit(() => this.news.publish(agent, what));
  }
}

interface AgentChangeRecord {
  readonly caller: Caller;
  readonly agent: AgentRow;
  readonly action: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly what?: AgentChange['what'];
}

/** Spec §3.1: never the key that makes the request. */
function refuseSelf(caller: Caller, agent: AgentRow, operation: string): void {
  if (caller.ownerId === agent.owner_id) throw new SelfLockout(operation);
}

function actionOf(patch: AgentPatch): string {
  if (Object.keys(patch).length !== 1 || patch.enabled === undefined) return 'agent.update';
  return patch.enabled ? 'agent.enable' : 'agent.revoke';
}

const scopeOf = (agent: AgentRow): Readonly<Record<string, unknown>> => ({
  name: agent.name,
  is_admin: agent.is_admin,
  allowed_characters: agent.allowed_characters,
  allowed_workflows: agent.allowed_workflows,
  max_concurrent_jobs: agent.max_concurrent_jobs,
});
