import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { AuditLogService } from '../../platform/audit/audit-log.service';
import { WriteGate } from '../../platform/database/write-gate';
import type { Plain } from '../../platform/plain';
import { requireSameId } from '../../platform/errors/validation-failed';
import { AgentChangesService } from './agent-changes.service';
import { requireUnchangedRights } from './agent-checks';
import type { AgentRow } from './agent.entity';
import { AgentNotFound } from './agents.errors';
import { AgentsRepository } from './agents.repository';
import { AvatarsService } from './avatars.service';
import type { UpdateProfileDto } from './dto/agent.request';
import type { ProfileResponse } from './dto/agent.response';

/** Profiles of agents, which only the agent itself and admins may read and change. */
@Injectable()
export class ProfilesService {
  constructor(
    private readonly gate: WriteGate,
    private readonly rows: AgentsRepository,
    private readonly avatars: AvatarsService,
    private readonly auditLog: AuditLogService,
    private readonly changes: AgentChangesService,
  ) {}

  /** @throws AgentNotFound for a foreign profile, too */
  async get(caller: Caller, id: string): Promise<Plain<ProfileResponse>> {
    return this.response(await this.find(caller, id));
  }

  /** @throws AgentNotFound, MediaNotFound, ValidationFailed */
  async update(
    caller: Caller,
    id: string,
    { id: bodyId, avatar, bio }: UpdateProfileDto,
  ): Promise<Plain<ProfileResponse>> {
    requireSameId(id, bodyId);
    const agent = await this.find(caller, id);
    const picture = typeof avatar === 'string' ? await this.avatars.path(agent, avatar) : avatar;
    const columns = {
      ...(picture === undefined ? {} : { avatar: picture }),
      ...(bio === undefined ? {} : { bio: bio ?? '' }),
    };
    if (Object.keys(columns).length > 0) await this.write(caller, agent, columns);
    return this.response({ ...agent, ...columns });
  }

  private async write(caller: Caller, agent: AgentRow, columns: Partial<AgentRow>): Promise<void> {
    await this.gate.run(async (tx) => {
      requireUnchangedRights(caller, await this.rows.findActor(tx, caller));
      // It may have been deleted since.
      if (!(await this.rows.update(tx, agent.owner_id, columns))) throw new AgentNotFound(caller);
      await this.auditLog.recordForeign(tx, caller, {
        action: 'agent.profile',
        kind: 'agent',
        subject: agent.id,
        ownerId: agent.owner_id,
        details: { fields: Object.keys(columns) },
      });
      this.gate.afterCommit(() => this.changes.publish(agent, 'profile'));
    });
  }

  private async find(caller: Caller, id: string): Promise<AgentRow> {
    const agent = await this.rows.find(id);
    const mayRead = caller.isAdmin || (agent !== null && caller.ownerId === agent.owner_id);
    if (!agent || !mayRead) throw new AgentNotFound(caller);
    return agent;
  }

  private async response(agent: AgentRow): Promise<Plain<ProfileResponse>> {
    const avatars = await this.avatars.readable([agent]);
    const { id, owner_id, name, bio } = agent;
    return { ok: true, profile: { id, name, avatar: avatars.get(owner_id) ?? null, bio } };
  }
}
