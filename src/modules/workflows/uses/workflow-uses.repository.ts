import { Injectable } from '@nestjs/common';
import { boundedCache } from '../../../platform/bounded-cache';
import { AccountRowsRegistry } from '../../../platform/access/account-rows';
import type { Caller } from '../../../platform/access/caller';
import { Clock } from '../../../platform/clock/clock';
import { accountRowsOf } from '../../../platform/database/account-rows-of';
import { ReadConnection } from '../../../platform/database/read-connection';
import { upsertRows } from '../../../platform/database/write-rows';
import { type Transaction, WriteGate } from '../../../platform/database/write-gate';
import { WorkflowUses } from '../public/workflow-uses';
import { WorkflowUseEntity } from './workflow-use.entity';

type Uses = ReadonlyMap<string, string>;

/** Owners whose uses are kept in memory. */
const MAX_OWNERS = 1_000;

@Injectable()
export class WorkflowUsesRepository implements WorkflowUses {
  /** This process is the only one that writes them. */
  private readonly cached = boundedCache<Promise<Uses>>(MAX_OWNERS);

  constructor(
    private readonly read: ReadConnection,
    private readonly gate: WriteGate,
    private readonly clock: Clock,
    accounts: AccountRowsRegistry,
  ) {
    accounts.add('uses of workflows', accountRowsOf({ gate, read }, WorkflowUseEntity, 'owner'));
  }

  async record(tx: Transaction, { ownerId }: Caller, workflows: Iterable<string>): Promise<void> {
    const owner = ownerId ?? '';
    const last_used_at = this.clock.timestamp();
    // In one order everywhere, so that two transactions can't wait for each other's rows.
    const ids = [...new Set(workflows)].sort();
    const rows = ids.map((workflow) => ({ owner, workflow, last_used_at }));
    await upsertRows(tx, WorkflowUseEntity, rows, ['owner', 'workflow']);
    this.gate.afterEnd(() => this.cached.delete(owner));
  }

  of({ ownerId }: Caller): Promise<Uses> {
    const owner = ownerId ?? '';
    let uses = this.cached.get(owner);
    if (!uses) {
      // A commit during the statement removes it, whatever the statement has read.
      uses = this.readUses(owner);
      this.cached.set(owner, uses);
      uses.catch(() => this.cached.delete(owner));
    }
    return uses;
  }

  private async readUses(owner: string): Promise<Uses> {
    const uses = await this.read.manager.findBy(WorkflowUseEntity, { owner });
    return new Map(uses.map(({ workflow, last_used_at }) => [workflow, last_used_at]));
  }
}
