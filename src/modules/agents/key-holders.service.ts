import { Injectable } from '@nestjs/common';
import { AgentNews } from './agent-news.service';
import type { AgentRow } from './agent.entity';
import { AgentsRepository } from './agents.repository';
import { hashOf } from './key';
import { toHolder } from './key-holder';
import { KeyUse } from './key-use.service';
import { type KeyHolder, KeyHolders } from './public/key-holders';
import { TickBatch } from './tick-batch';

/** Finds accounts by the hash of their key: one indexed select per tick. */
@Injectable()
export class KeyHoldersService extends KeyHolders {
  private readonly batch = new TickBatch<string, AgentRow>(async (hashes) => {
    const rows = await this.rows.byKeyHashes(hashes);
    return new Map(rows.map((row) => [row.key_hash ?? '', row]));
  });

  constructor(
    private readonly rows: AgentsRepository,
    private readonly use: KeyUse,
    private readonly news: AgentNews,
  ) {
    super();
  }

  async holderOf(key: string): Promise<KeyHolder | null> {
    const hash = hashOf(key);
    const agent = hash === null ? undefined : await this.batch.get(hash);
    if (!agent?.enabled) return null;
    this.news.met(agent);
    this.use.note(agent);
    return toHolder(agent);
  }

  async exist(): Promise<boolean> {
    return this.rows.anyEnabled();
  }

  async versions(ownerIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.rows.byOwnerIds(ownerIds);
    return new Map(
      rows.filter(({ enabled }) => enabled).map(({ owner_id, version }) => [owner_id, version]),
    );
  }
}
