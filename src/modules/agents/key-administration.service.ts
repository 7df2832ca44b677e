import { Injectable, type Type } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { RequestPipe } from '../../platform/validation/request-pipe';
import { AgentKeysService, type AgentWithKey } from './agent-keys.service';
import { toKeyRecord } from './agent-record';
import { changesOf, newAgentOf } from './agent-request';
import type { AgentRow } from './agent.entity';
import { AgentsRepository } from './agents.repository';
import { AgentParams, CreateAgentDto, UpdateAgentDto } from './dto/agent.request';
import {
  type AgentFields,
  type IssuedKey,
  KeyAdministration,
  type KeyRecord,
} from './public/key-administration';

/** Rows read at a time. */
const PAGE = 200;

/** Keys without HTTP: the request classes and the pipe judge what is sent, `AgentKeys` does it. */
@Injectable()
export class KeyAdministrationService extends KeyAdministration {
  constructor(
    private readonly rows: AgentsRepository,
    private readonly keys: AgentKeysService,
    private readonly pipe: RequestPipe,
  ) {
    super();
  }

  async list(_caller: Caller): Promise<readonly KeyRecord[]> {
    const found: AgentRow[] = [];
    for (;;) {
      const last = found.at(-1);
      const after = last ? { sort: last.created_at, id: last.owner_id } : null;
      const rows = await this.rows.page({ limit: PAGE, after, withTotal: false });
      found.push(...rows.slice(0, PAGE));
      if (rows.length <= PAGE) return found.map(toKeyRecord);
    }
  }

  async create(caller: Caller, fields: AgentFields): Promise<IssuedKey> {
    const body = this.checked(fields, CreateAgentDto);
    return issued(await this.keys.create(caller, newAgentOf(body)));
  }

  async update(caller: Caller, id: string, fields: AgentFields): Promise<KeyRecord> {
    this.checkId(id);
    const body = this.checked(fields, UpdateAgentDto);
    return toKeyRecord(await this.keys.update(caller, id, changesOf(body)));
  }

  async rotate(caller: Caller, id: string): Promise<IssuedKey> {
    this.checkId(id);
    return issued(await this.keys.rotate(caller, id));
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

const issued = ({ agent, key }: AgentWithKey): IssuedKey => ({ agent: toKeyRecord(agent), key });
