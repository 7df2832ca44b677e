import { Injectable, Logger } from '@nestjs/common';
import { type AccountRows, AccountRowsRegistry } from '../../platform/access/account-rows';
import { HourlyTasks } from '../../platform/clock/hourly-tasks';
import { AgentChangesService } from './agent-changes.service';
import { KeyHolders } from './public/key-holders';

/** Deletes the rows that end with an account: at once, and every hour those of accounts that other processes have deleted. */
@Injectable()
export class DeletedAccountsService {
  private readonly log = new Logger(DeletedAccountsService.name);

  constructor(
    private readonly registry: AccountRowsRegistry,
    private readonly holders: KeyHolders,
    changes: AgentChangesService,
    hourly: HourlyTasks,
  ) {
    changes.stream.subscribe(({ ownerId, mayCall }) => {
      if (!mayCall) void this.deleteAll(() => Promise.resolve([ownerId]));
    });
    const run = (): Promise<void> => this.deleteAll((rows) => rows.owners());
    hourly.add({ name: 'delete what belongs to deleted accounts', run });
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
        this.log.error(
          { err: error },
          `${name} of a deleted account remain; trying again in an hour`,
        );
      }
  }
}
