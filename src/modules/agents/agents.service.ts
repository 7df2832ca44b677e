import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { type PagePosition, type PageQuery, readPage, toPage } from '../../platform/http/paging';
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
    const request = readPage(query);
    const agents = await this.rows.page(request);
    const total = request.withTotal ? await this.rows.count() : undefined;
    const avatars = await this.avatars.readable(agents);
    const item = (agent: AgentRow) => toAgentResponse(agent, avatars.get(agent.owner_id) ?? null);
    return toPage(agents, request, { position, item, total });
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

const position = ({ created_at, owner_id }: AgentRow): PagePosition => ({
  sort: created_at,
  id: owner_id,
});
