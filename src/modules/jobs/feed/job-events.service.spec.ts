import { jobRow } from '../../../../test/support/job-table';
import type { OwnerNames } from '../../../platform/access/owner-names';
import type { Outbox } from '../../../platform/events/outbox';
import type { ProviderDirectory } from '../../providers/public/provider-directory';
import type { JobRow } from '../records/job.entity';
import { JobEventsService } from './job-events.service';

const WAITING = jobRow(1, { status: 'queued', phase: 'waiting', provider: 'a' });

describe('the event of a changed job', () => {
  const add = jest.fn<Promise<void>, []>(() => Promise.resolve());
  const service = new JobEventsService(
    { add } as unknown as Outbox,
    { list: () => [] } as unknown as ProviderDirectory,
    { nameOf: () => null } as unknown as OwnerNames,
  );

  it.each<[string, Partial<JobRow>, Partial<JobRow>, number]>([
    ['runs', { phase: 'on_node' }, { status: 'running', phase: 'on_node' }, 1],
    ['moves to another node', {}, { provider: 'b' }, 1],
    ['is gone from its node', { phase: 'on_node' }, {}, 1],
    ['is handed over', {}, { phase: 'handing_over' }, 0],
    ['waits again because its node was busy', { phase: 'handing_over' }, {}, 0],
    ['waits again because its inputs did not reach the node', { phase: 'staging' }, {}, 0],
  ])('that %s', async (_, before, after, events) => {
    add.mockClear();
    await service.changed({ ...WAITING, ...before }, { ...WAITING, ...after }, []);
    expect(add).toHaveBeenCalledTimes(events);
  });
});
