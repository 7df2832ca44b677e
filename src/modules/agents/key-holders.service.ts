import { Injectable } from '@nestjs/common';
import { type Caller, UNRESTRICTED } from '../../platform/access/caller';
import { AgentChangesService } from './agent-changes.service';
import { hashOf } from './agent-key-factory';
import { toKeyHolder } from './agent-mapping';
import type { AgentRow } from './agent.entity';
import { AgentsRepository } from './agents.repository';
import { KeyUseService } from './key-use.service';
import { type KeyHolder, KeyHolders } from './public/key-holders';

/** Hashes that one statement will look up, and its result. */
interface Batch {
  readonly hashes: Set<string>;
  readonly rows: Promise<ReadonlyMap<string, AgentRow>>;
}

/** Finds accounts by the hash of their key. */
@Injectable()
export class KeyHoldersService implements KeyHolders {
  private openBatch: Batch | null = null;

  constructor(
    private readonly rows: AgentsRepository,
    private readonly use: KeyUseService,
    private readonly changes: AgentChangesService,
  ) {}

  async holderOf(key: string): Promise<KeyHolder | null> {
    const hash = hashOf(key);
    const agent = hash === null ? undefined : await this.lookUp(hash);
    if (!agent?.enabled) return null;
    this.changes.cacheOwnerName(agent);
    this.use.note(agent);
    return toKeyHolder(agent);
  }

  async callerFor(ownerId: string | null): Promise<Caller | null> {
    if (ownerId === null) return UNRESTRICTED;
    const [agent] = await this.rows.byOwnerIds([ownerId]);
    return agent?.enabled === true ? toKeyHolder(agent) : null;
  }

  async deletedAmong(ownerIds: readonly string[]): Promise<readonly string[]> {
    const rows = await this.rows.byOwnerIds(ownerIds);
    return rows.filter((agent) => agent.deleted_at !== null).map(({ owner_id }) => owner_id);
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

  /** All lookups of one tick share a statement, which starts after the last of them: fewer statements, never stale. */
  private async lookUp(hash: string): Promise<AgentRow | undefined> {
    this.openBatch ??= this.startBatch();
    this.openBatch.hashes.add(hash);
    return (await this.openBatch.rows).get(hash);
  }

  private startBatch(): Batch {
    const hashes = new Set<string>();
    const rows = new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
      this.openBatch = null;
      const agents = await this.rows.byKeyHashes([...hashes]);
      return new Map(agents.map((agent) => [agent.key_hash ?? '', agent]));
    });
    return { hashes, rows };
  }
}
