import { NEVER, Subject } from 'rxjs';
import { jobRow } from '../../../../test/support/job-table';
import { SystemIds } from '../../../platform/clock/clock';
import { EventFeed, type FeedEvent } from '../../../platform/events/event-feed';
import type { JobOutlookService } from '../reading/job-outlook.service';
import type { JobSituationService } from '../reading/job-situation.service';
import type { JobRow } from '../records/job.entity';
import type { JobsRepository } from '../records/jobs.repository';
import { JobFeedService } from './job-feed.service';

type Parameters = ConstructorParameters<typeof JobFeedService>;

/** What the feed of jobs publishes when a node with `count` jobs of four owners goes away. */
async function publishedAtFlip(count: number): Promise<readonly FeedEvent[]> {
  const rows = Array.from({ length: count }, (_, n) =>
    jobRow(n, { provider: 'away', status: 'queued', phase: 'waiting', owner_id: `owner-${n % 4}` }),
  );
  const flips = new Subject<string>();
  const feed = new EventFeed(new SystemIds());
  const events: FeedEvent[] = [];
  feed.listen((event) => events.push(event));
  const jobs = {
    ofNode: (_: string, limit: number) => Promise.resolve(rows.slice(0, limit)),
    ownersOnNode: () => Promise.resolve([...new Set(rows.map(({ owner_id }) => owner_id))]),
  };
  const situations = { ofAll: () => Promise.resolve(() => ({ nodeUnreachable: true })) };
  const outlooks = {
    outlooks: (all: readonly JobRow[]) =>
      Promise.resolve(new Map(all.map(({ prompt_id }) => [prompt_id, { etaSeconds: null }]))),
  };
  const service = new JobFeedService(
    { changes: NEVER } as unknown as Parameters[0],
    { stream: NEVER } as unknown as Parameters[1],
    { changes: NEVER } as unknown as Parameters[2],
    jobs as unknown as JobsRepository,
    { flips } as unknown as Parameters[4],
    situations as unknown as JobSituationService,
    outlooks as unknown as JobOutlookService,
    feed,
  );
  service.onModuleInit();
  flips.next('away');
  await new Promise(setImmediate);
  return events;
}

describe('JobFeedService, when a node goes away', () => {
  it('publishes an event of each unfinished job', async () => {
    const events = await publishedAtFlip(400);
    expect(new Set(events.map(({ promptId }) => promptId)).size).toBe(400);
    expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(['job']));
  });

  it('publishes one resync per owner when there are more jobs', async () => {
    const events = await publishedAtFlip(401);
    expect(events.map(({ kind, audience }) => [kind, audience])).toEqual(
      [0, 1, 2, 3].map((n) => ['resync', { to: 'owner', ownerId: `owner-${n}` }]),
    );
  });
});
