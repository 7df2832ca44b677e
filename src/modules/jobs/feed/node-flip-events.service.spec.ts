import { Subject } from 'rxjs';
import { collectingOutbox } from '../../../../test/support/events';
import { jobRow } from '../../../../test/support/job-table';
import { OwnerNames } from '../../../platform/access/owner-names';
import type { WriteGate } from '../../../platform/database/write-gate';
import type { NewOutboxEvent } from '../../../platform/events/outbox';
import type { ProviderDirectory } from '../../providers/public/provider-directory';
import type { JobSituationService } from '../reading/job-situation.service';
import type { JobsRepository } from '../records/jobs.repository';
import type { NodeReachabilityService } from '../tracking/node-reachability.service';
import { JobEventsService } from './job-events.service';
import { NodeFlipEventsService } from './node-flip-events.service';

/** What is stored when a node with `count` jobs of four owners goes away. */
async function storedAtFlip(count: number): Promise<readonly NewOutboxEvent[]> {
  const rows = Array.from({ length: count }, (_, n) =>
    jobRow(n, { provider: 'away', status: 'queued', phase: 'waiting', owner_id: `owner-${n % 4}` }),
  );
  const flips = new Subject<string>();
  const { outbox, events } = collectingOutbox();
  const jobs = {
    ofNode: (_: string, limit: number) => Promise.resolve(rows.slice(0, limit)),
    ownersOnNode: () => Promise.resolve([...new Set(rows.map(({ owner_id }) => owner_id))]),
  };
  const situations = {
    ofAll: () =>
      Promise.resolve(() => ({
        progress: null,
        nodeUnreachable: true,
        unreachableSince: 0,
        movesAt: null,
        diskFull: false,
      })),
  };
  const providers = { list: () => [] } as unknown as ProviderDirectory;
  const service = new NodeFlipEventsService(
    jobs as unknown as JobsRepository,
    { flips } as unknown as NodeReachabilityService,
    situations as unknown as JobSituationService,
    new JobEventsService(outbox, providers, new OwnerNames()),
    { run: (work: () => Promise<void>) => work() } as unknown as WriteGate,
    outbox,
  );
  service.onModuleInit();
  flips.next('away');
  await new Promise(setImmediate);
  return events;
}

describe('NodeFlipEventsService, when a node goes away', () => {
  it('stores an event of each unfinished job', async () => {
    const events = await storedAtFlip(400);
    expect(new Set(events.map(({ promptId }) => promptId)).size).toBe(400);
    expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(['job']));
    expect(events[0]?.data({ isAdmin: false })).toMatchObject({
      node_unreachable: true,
      unreachable_since: '1970-01-01T00:00:00.000Z',
    });
  });

  it('stores one resync per owner when there are more jobs', async () => {
    const events = await storedAtFlip(401);
    expect(events.map(({ kind, audience }) => [kind, audience])).toEqual(
      [0, 1, 2, 3].map((n) => ['resync', { to: 'owner', ownerId: `owner-${n}` }]),
    );
  });
});
