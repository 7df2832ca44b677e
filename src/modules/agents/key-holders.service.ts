import { Injectable } from '@nestjs/common';
import { AgentChangesService } from './agent-changes.service';
import type { AgentRow } from './agent.entity';
import { AgentsRepository } from './agents.repository';
import { hashOf } from './key';
import { toKeyHolder } from './key-holder';
import { KeyUseService } from './key-use.service';
import { type KeyHolder, KeyHolders } from './public/key-holders';
import { BatchedLookup } from './batched-lookup';

/** Finds accounts by the hash of their key: one indexed select per tick. */
@Injectable()
export class KeyHoldersService extends KeyHolders {
  private readonly batch = new BatchedLookup<string, AgentRow>(async (hashes) => {
    const rows = await this.rows.byKeyHashes(hashes);
    return new Map(rows.map((row) => [row.key_hash ?? '', row]));
  });

  constructor(
    private readonly rows: AgentsRepository,
    private readonly use: KeyUseService,
    private readonly news: AgentChangesService,
  ) {
    super();
  }

  async holderOf(key: string): Promise<KeyHolder | null> {
    const hash = hashOf(key);
    const agent = hash === null ? undefined : await this.batch.get(hash);
    if (!agent?.enabled) return null;
    this.news.cacheOwnerName(agent);
    this.use.note(agent);
    return toKeyHolder(agent);
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
