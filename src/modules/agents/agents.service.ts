import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { type PageQuery, readPage } from '../../platform/http/paging';
import type { Plain } from '../../platform/plain';
import { requireSameId } from '../../platform/errors/validation-failed';
import { AgentKeysService, type AgentWithKey } from './agent-keys.service';
import { toAgentPatch, toAgentResponse, toNewAgent } from './agent-mapping';
import type { AgentRow } from './agent.entity';
import { AgentNotFound } from './agents.errors';
import { AgentsRepository } from './agents.repository';
import { AvatarsService } from './avatars.service';
import type { CreateAgentDto, UpdateAgentDto } from './dto/agent.request';
import type {
  AgentKeyResponse,
  AgentPageResponse,
  AgentResponse,
  DeletedAgentResponse,
} from './dto/agent.response';

/** Agents as admins manage them over HTTP. */
@Injectable()
export class AgentsService {
  constructor(
    private readonly rows: AgentsRepository,
    private readonly keys: AgentKeysService,
    private readonly avatars: AvatarsService,
  ) {}

  async page(query: PageQuery): Promise<Plain<AgentPageResponse>> {
    const page = await this.rows.page(readPage(query));
    const avatars = await this.avatars.readable(page.items);
    const item = (agent: AgentRow) => toAgentResponse(agent, avatars.get(agent.owner_id) ?? null);
    return { ...page, items: page.items.map(item) };
  }

  /** @throws AgentNotFound */
  async get(id: string): Promise<Plain<AgentResponse>> {
    const agent = await this.rows.find(id);
    if (!agent) throw new AgentNotFound();
    return this.record(agent);
  }

  /** @throws AgentExists */
  async create(caller: Caller, body: CreateAgentDto): Promise<Plain<AgentKeyResponse>> {
    return this.withKey(await this.keys.create(caller, toNewAgent(body)));
  }

  /** @throws AgentNotFound, SelfLockout, ValidationFailed */
  async update(caller: Caller, id: string, body: UpdateAgentDto): Promise<Plain<AgentResponse>> {
    requireSameId(id, body.id);
    return this.record(await this.keys.update(caller, id, toAgentPatch(body)));
  }

  /** @throws AgentNotFound, SelfLockout */
  async rotate(caller: Caller, id: string): Promise<Plain<AgentKeyResponse>> {
    return this.withKey(await this.keys.rotate(caller, id));
  }

  /** @throws AgentNotFound, SelfLockout */
  async delete(caller: Caller, id: string): Promise<Plain<DeletedAgentResponse>> {
    await this.keys.delete(caller, id);
    return { ok: true, id };
  }

  private async withKey({ agent, key }: AgentWithKey): Promise<Plain<AgentKeyResponse>> {
    return { agent: await this.record(agent), key };
  }

  private async record(agent: AgentRow): Promise<Plain<AgentResponse>> {
    const avatars = await this.avatars.readable([agent]);
    return toAgentResponse(agent, avatars.get(agent.owner_id) ?? null);
  }
}
