import { Injectable, type Type } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { RequestPipe } from '../../platform/validation/request-pipe';
import { AgentKeysService, type AgentWithKey } from './agent-keys.service';
import { toAgentPatch, toAgentRecord, toNewAgent } from './agent-mapping';
import type { AgentRow } from './agent.entity';
import { AgentsRepository } from './agents.repository';
import { AgentParams, CreateAgentDto, UpdateAgentDto } from './dto/agent.request';
import {
  type AgentFields,
  type IssuedKey,
  KeyAdministration,
  type AgentRecord,
} from './public/key-administration';

const PAGE_SIZE = 200;

/** Key administration without HTTP, with the validation rules of the HTTP routes. */
@Injectable()
export class KeyAdministrationService implements KeyAdministration {
  constructor(
    private readonly rows: AgentsRepository,
    private readonly keys: AgentKeysService,
    private readonly pipe: RequestPipe,
  ) {}

  async list(_caller: Caller): Promise<readonly AgentRecord[]> {
    const agents: AgentRow[] = [];
    for (;;) {
      const last = agents.at(-1);
      const after = last ? { sort: last.created_at, id: last.owner_id } : null;
      const page = await this.rows.page({ limit: PAGE_SIZE, after, withTotal: false });
      agents.push(...page.items);
      if (page.next_cursor === null) return agents.map(toAgentRecord);
    }
  }

  async create(caller: Caller, fields: AgentFields): Promise<IssuedKey> {
    const body = this.checked(fields, CreateAgentDto);
    return toIssuedKey(await this.keys.create(caller, toNewAgent(body)));
  }

  async update(caller: Caller, id: string, fields: AgentFields): Promise<AgentRecord> {
    this.checkId(id);
    const body = this.checked(fields, UpdateAgentDto);
    return toAgentRecord(await this.keys.update(caller, id, toAgentPatch(body)));
  }

  async rotate(caller: Caller, id: string): Promise<IssuedKey> {
    this.checkId(id);
    return toIssuedKey(await this.keys.rotate(caller, id));
  }

  async delete(caller: Caller, id: string): Promise<void> {
    this.checkId(id);
    await this.keys.delete(caller, id);
  }

  private checkId(id: string): void {
    this.pipe.transform({ id }, { type: 'param', metatype: AgentParams });
  }

  private checked<T extends object>(fields: AgentFields, metatype: Type<T>): T {
    return this.pipe.transform(fields, { type: 'body', metatype }) as T;
  }
}

const toIssuedKey = ({ agent, key }: AgentWithKey): IssuedKey => ({
  agent: toAgentRecord(agent),
  key,
});
