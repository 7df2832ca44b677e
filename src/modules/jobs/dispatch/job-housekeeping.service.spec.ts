import { ManualClock } from '../../../../test/support/manual-clock';
import type { ConfigService } from '../../../platform/config/config.service';
import type { ProviderDirectory } from '../../providers/public/provider-directory';
import { JobHousekeepingService } from './job-housekeeping.service';
import type { JobStateService } from '../tracking/job-state.service';
import type { JobRow } from '../records/job.entity';
import type { JobsRepository, NodesToLeave } from '../records/jobs.repository';
import type { NodeSelectionService } from './node-selection.service';
import type { SubmissionService } from './submission.service';
import type { WithdrawalService } from './withdrawal.service';

/** Jobs that wait for a node that has been offline for long; `takes` tells which of them the other node can run. */
function housekeepingOver(
  count: number,
  other: 'online' | 'offline',
  takes: (job: JobRow) => boolean,
  awayMs = 2_000,
) {
  const clock = new ManualClock();
  const nodes = [
    {
      id: 'away',
      status: 'offline',
      offline_since: clock.now() - awayMs,
      roles: ['image'],
      base_url: 'http://away',
    },
    { id: 'other', status: other, offline_since: null, roles: ['image'] },
  ];
  let waiting = Array.from({ length: count }, (_, n) => ({
    prompt_id: String(n).padStart(3, '0'),
    provider: 'away',
    provider_auto: true,
    phase: 'waiting',
    attempts: 0,
  }));
  const requestedJobs: string[] = [];
  const jobs = {
    load: () => Promise.resolve([{ provider: 'away' }]),
    anyProviderGone: () => Promise.resolve(false),
    movable: (
      { unsubmittedOn }: NodesToLeave,
      { after, limit }: { after: string; limit: number },
    ) =>
      Promise.resolve(
        waiting
          .filter((job) => unsubmittedOn.includes(job.provider) && job.prompt_id > after)
          .slice(0, limit),
      ),
  };
  const state = {
    apply: (id: string) => {
      waiting = waiting.filter(({ prompt_id }) => prompt_id !== id);
      return Promise.resolve({});
    },
  };
  const choice = {
    otherThan: (job: JobRow) => {
      requestedJobs.push(job.prompt_id);
      return Promise.resolve(takes(job) ? { provider: 'other', graph: {} } : null);
    },
  };
  const housekeeping = new JobHousekeepingService(
    jobs as unknown as JobsRepository,
    state as unknown as JobStateService,
    { list: () => nodes, get: () => nodes[0] } as unknown as ProviderDirectory,
    choice as unknown as NodeSelectionService,
    { isInProgress: () => false } as unknown as SubmissionService,
    { round: () => Promise.resolve() } as unknown as WithdrawalService,
    { current: () => ({ jobs: { auto_away_ms: 1_000 } }) } as unknown as ConfigService,
    clock,
  );
  return { clock, housekeeping, asked: requestedJobs, left: () => waiting.length };
}

describe('JobHousekeepingService, with jobs of a node that is offline for long', () => {
  it('tries fifty jobs per round, in turns, when no other node can run them', async () => {
    const { housekeeping, asked: requestedJobs } = housekeepingOver(120, 'online', () => false);
    await housekeeping.round();
    expect(requestedJobs).toHaveLength(50);
    await housekeeping.round();
    await housekeeping.round();
    expect(new Set(requestedJobs).size).toBe(120);
    await housekeeping.round();
    expect(requestedJobs.slice(120, 170)).toEqual(requestedJobs.slice(0, 50));
  });

  it('moves all jobs that another node can run, also those behind jobs that it cannot run', async () => {
    const {
      housekeeping,
      asked: requestedJobs,
      left: waitingCount,
    } = housekeepingOver(120, 'online', ({ prompt_id }) => +prompt_id >= 60);
    for (let round = 0; round < 3; round += 1) await housekeeping.round();
    expect(waitingCount()).toBe(60);
    expect(new Set(requestedJobs).size).toBe(120);
  });

  it.each([86_400_000, -86_400_000])(
    'moves them after the delay, also when the system clock is set by %d ms meanwhile',
    async (ms) => {
      const { clock, housekeeping, left } = housekeepingOver(1, 'online', () => true, 0);
      clock.set(ms);
      await clock.advance(1_000);
      await housekeeping.round();
      expect(left()).toBe(1);
      await clock.advance(1);
      await housekeeping.round();
      expect(left()).toBe(0);
    },
  );

  it('reads no job while there is no other node online', async () => {
    const { housekeeping, asked: requestedJobs } = housekeepingOver(120, 'offline', () => true);
    await housekeeping.round();
    expect(requestedJobs).toEqual([]);
  });
});
