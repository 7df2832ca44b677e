import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { type AccountRows, AccountRowsRegistry } from '../../platform/access/account-rows';
import { AgentChangesService } from './agent-changes.service';
import { KeyHolders } from './public/key-holders';

/** Deletes the rows that end with an account: at once, and at start those of accounts that were deleted meanwhile. */
@Injectable()
export class DeletedAccountsService implements OnApplicationBootstrap {
  private readonly log = new Logger(DeletedAccountsService.name);

  constructor(
    private readonly registry: AccountRowsRegistry,
    private readonly holders: KeyHolders,
    private readonly changes: AgentChangesService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.changes.stream.subscribe(({ ownerId, mayCall }) => {
      if (!mayCall) void this.deleteAll(() => Promise.resolve([ownerId]));
    });
    await this.deleteAll((rows) => rows.owners());
  }

  private async deleteAll(
    candidates: (rows: AccountRows) => Promise<readonly string[]>,
  ): Promise<void> {
    for (const [name, rows] of this.registry.all)
      try {
        const ownerIds = await candidates(rows);
        const deleted = ownerIds.length === 0 ? [] : await this.holders.deletedAmong(ownerIds);
        if (deleted.length > 0) await rows.deleteOf(deleted);
      } catch (error) {
        this.log.error({ err: error }, `${name} of a deleted account remain until the next start`);
      }
  }
}
