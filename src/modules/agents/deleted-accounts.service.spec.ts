import { AccountRowsRegistry } from '../../platform/access/account-rows';
import type { HourlyTask, HourlyTasks } from '../../platform/clock/hourly-tasks';
import { Subject } from 'rxjs';
import type { AgentChangesService } from './agent-changes.service';
import { DeletedAccountsService } from './deleted-accounts.service';
import type { KeyHolders } from './public/key-holders';

it('deletes every hour the rows of accounts that another process has deleted', async () => {
  const registry = new AccountRowsRegistry();
  const deleted: (readonly string[])[] = [];
  const deleteOf = (ownerIds: readonly string[]) => Promise.resolve(deleted.push(ownerIds));
  registry.add('links', { owners: () => Promise.resolve(['ann', 'bob']), deleteOf });
  registry.add('chats', { owners: () => Promise.resolve(['bob']), deleteOf });
  registry.add('presets', { owners: () => Promise.resolve([]), deleteOf });
  const tasks: HourlyTask[] = [];
  new DeletedAccountsService(
    registry,
    {
      deletedAmong: (ids: readonly string[]) => Promise.resolve(ids.filter((id) => id === 'bob')),
    } as unknown as KeyHolders,
    { stream: new Subject() } as unknown as AgentChangesService,
    { add: (task: HourlyTask) => void tasks.push(task) } as HourlyTasks,
  );
  await tasks[0]?.run(new AbortController().signal);
  expect(deleted).toEqual([['bob'], ['bob']]);
});
