import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { Clock } from '../../../platform/clock/clock';
import { ReadConnection } from '../../../platform/database/read-connection';
import { upsertRows } from '../../../platform/database/upsert-rows';
import type { Transaction } from '../../../platform/database/write-gate';
import { WorkflowUses } from '../public/workflow-uses';
import { WorkflowUseEntity } from './workflow-use.entity';

@Injectable()
export class WorkflowUsesRepository extends WorkflowUses {
  constructor(
    private readonly read: ReadConnection,
    private readonly clock: Clock,
  ) {
    super();
  }

  async record(tx: Transaction, { ownerId }: Caller, workflows: Iterable<string>): Promise<void> {
    const last_used_at = this.clock.timestamp();
    // In one order everywhere, so that two transactions can't wait for each other's rows.
    const ids = [...new Set(workflows)].sort();
    const rows = ids.map((workflow) => ({ owner: ownerId ?? '', workflow, last_used_at }));
    await upsertRows(tx, WorkflowUseEntity, rows, ['owner', 'workflow']);
  }

  async of({ ownerId }: Caller): Promise<ReadonlyMap<string, string>> {
    const uses = await this.read.manager.findBy(WorkflowUseEntity, { owner: ownerId ?? '' });
    return new Map(uses.map(({ workflow, last_used_at }) => [workflow, last_used_at]));
  }
}
