import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { AuditLogService } from '../../platform/audit/audit-log.service';
import { type Transaction, WriteGate } from '../../platform/database/write-gate';
import { AgentChangesService } from './agent-changes.service';
import { requireOtherAgent, requireUnchangedRights } from './agent-checks';
import { AgentKeyFactory, type NewAgent } from './agent-key-factory';
import type { AgentPatch } from './agent-mapping';
import type { AgentRow } from './agent.entity';
import { AgentExists, AgentNotFound } from './agents.errors';
import { AgentsRepository } from './agents.repository';
import type { AgentChange } from './public/agent-changes';

/** An account with its key, which is shown only once. */
export interface AgentWithKey {
  readonly agent: AgentRow;
  readonly key: string;
}

/**
 * Creates and changes keys, for the HTTP routes and the command line. Each change is one transaction
 * with its entry in the audit log, and takes effect with the next request.
 */
@Injectable()
export class AgentKeysService {
  constructor(
    private readonly gate: WriteGate,
    private readonly rows: AgentsRepository,
    private readonly factory: AgentKeyFactory,
    private readonly auditLog: AuditLogService,
    private readonly changes: AgentChangesService,
  ) {}

  /** @throws AgentExists */
  async create(caller: Caller, newAgent: NewAgent): Promise<AgentWithKey> {
    const generated = this.factory.generateKey();
    const agent = await this.gate.run(async (tx) => {
      const existing = await this.rows.findToChange(tx, newAgent.id);
      requireUnchangedRights(caller, await this.rows.findActor(tx, caller));
      if (existing) throw new AgentExists(newAgent.id);
      const earlier = await this.rows.countEver(tx, newAgent.id);
      const created = this.factory.createAgent(newAgent, generated, earlier);
      await this.rows.insert(tx, created);
      const details = scopeOf(created);
      await this.record(tx, { caller, agent: created, action: 'agent.create', details }, 'rights');
      return created;
    });
    return { agent, key: generated.key };
  }

  /** @throws AgentNotFound, SelfLockout */
  async update(caller: Caller, id: string, patch: AgentPatch): Promise<AgentRow> {
    return this.gate.run(async (tx) => {
      const agent = await this.findToChange(tx, caller, id);
      if (patch.enabled === false) requireOtherAgent(caller, agent, 'revoke');
      if (patch.is_admin === false) requireOtherAgent(caller, agent, 'remove admin from');
      return this.change(tx, { caller, agent, action: actionOf(patch), details: patch }, patch);
    });
  }

  /** Replaces the key; the old one stops working with the commit. @throws AgentNotFound, SelfLockout */
  async rotate(caller: Caller, id: string): Promise<AgentWithKey> {
    const { key, key_hash } = this.factory.generateKey();
    const rotated = await this.gate.run(async (tx) => {
      const agent = await this.findToChange(tx, caller, id);
      requireOtherAgent(caller, agent, 'replace');
      return this.change(tx, { caller, agent, action: 'agent.rotate' }, { key_hash });
    });
    return { agent: rotated, key };
  }

  /** What the account made stays, visible to admins. @throws AgentNotFound, SelfLockout */
  async delete(caller: Caller, id: string): Promise<void> {
    await this.gate.run(async (tx) => {
      const agent = await this.findToChange(tx, caller, id);
      requireOtherAgent(caller, agent, 'delete');
      const deleted_at = this.factory.now();
      const columns = { enabled: false, key_hash: null, avatar: null, bio: '', deleted_at };
      await this.change(tx, { caller, agent, action: 'agent.delete' }, columns);
    });
  }

  private async findToChange(tx: Transaction, caller: Caller, id: string): Promise<AgentRow> {
    const agent = await this.rows.findToChange(tx, id);
    requireUnchangedRights(caller, await this.rows.findActor(tx, caller));
    if (!agent) throw new AgentNotFound();
    return agent;
  }

  private async change(
    tx: Transaction,
    operation: AgentOperation,
    sent: Partial<AgentRow>,
  ): Promise<AgentRow> {
    const before: Partial<Record<string, unknown>> = operation.agent;
    const columns: Partial<AgentRow> = Object.fromEntries(
      Object.entries(sent).filter(([name, value]) => !isDeepStrictEqual(value, before[name])),
    );
    if (Object.keys(columns).length === 0) return operation.agent;
    const isRename = Object.keys(columns).every((column) => column === 'name');
    const version = operation.agent.version + (isRename ? 0 : 1);
    const agent = { ...operation.agent, ...columns, version };
    await this.rows.update(tx, agent.owner_id, { ...columns, version });
    await this.record(tx, { ...operation, agent }, isRename ? 'profile' : 'rights');
    return agent;
  }

  /** Writes the audit log entry, and publishes the change after the commit. */
  private async record(
    tx: Transaction,
    { caller, agent, action, details }: AgentOperation,
    what: AgentChange['what'],
  ): Promise<void> {
    this.changes.cacheOwnerName(agent);
    await this.auditLog.record(tx, caller, {
      action,
      kind: 'agent',
      subject: agent.id,
      ownerId: agent.owner_id,
      ...(details ? { details } : {}),
    });
    this.gate.afterCommit(() => this.changes.publish(agent, what));
  }
}

interface AgentOperation {
  readonly caller: Caller;
  readonly agent: AgentRow;
  /** As the audit log names it. */
  readonly action: string;
  readonly details?: Readonly<Record<string, unknown>>;
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
