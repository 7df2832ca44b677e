import { Logger } from '@nestjs/common';
import { eventually } from '../../../../test/support/eventually';
import type { ConfigService } from '../../../platform/config/config.service';
import type { SubmissionService } from '../dispatch/submission.service';
import type { TrackingEvent } from './tracking-event';
import type { JobStateService } from './job-state.service';
import type { JobLookupService } from './job-lookup.service';
import type { JobRow } from '../records/job.entity';
import type { JobsRepository } from '../records/jobs.repository';
import { PollingService } from './polling.service';

const row = (prompt_id: string, provider = 'a') =>
  ({ prompt_id, provider, phase: 'on_node' }) as JobRow;

const PROVIDERS = [
  { id: 'inside', kind: 'simulator', base_url: null },
  { id: 'beside', kind: 'simulator', base_url: 'http://127.0.0.1:1' },
];

/** PollingService over a few jobs, beside a ledger that notes what it is told. */
function rig(jobs: readonly JobRow[]) {
  const told: [string, TrackingEvent['kind']][] = [];
  const lookedAt: string[] = [];
  const endedOn: string[] = [];
  const ledger = {
    row: (id: string) => Promise.resolve(jobs.find(({ prompt_id }) => prompt_id === id) ?? null),
    apply: (id: string, { kind }: TrackingEvent) => {
      told.push([id, kind]);
      return Promise.resolve(null);
    },
  };
  const watcher = {
    seen: () => undefined,
    isOverdue: () => false,
    lookUp: ({ prompt_id }: JobRow) => {
      lookedAt.push(prompt_id);
      return prompt_id.startsWith('bad')
        ? Promise.reject(new Error('disk full'))
        : Promise.resolve();
    },
    ended: ({ provider }: { provider: string }) => {
      endedOn.push(provider);
      return Promise.resolve();
    },
  };
  const rounds = new PollingService(
    { inPhases: () => Promise.resolve([...jobs]) } as unknown as JobsRepository,
    ledger as unknown as JobStateService,
    watcher as unknown as JobLookupService,
    { isInProgress: () => false } as unknown as SubmissionService,
    { current: () => ({ providers: PROVIDERS }) } as unknown as ConfigService,
  );
  return { rounds, told, lookedAt, endedOn };
}

describe('a start', () => {
  it('takes jobs back from nodes that ended with the service, and from no other', async () => {
    const { rounds, told } = rig([row('1', 'inside'), row('2', 'beside'), row('3', 'gone')]);
    await rounds.forgetEnded();
    expect(told).toEqual([['1', 'node_ended_with_us']]);
  });
});

describe('a round', () => {
  const errors = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
  beforeEach(() => errors.mockClear());
  afterAll(() => errors.mockRestore());

  it('looks at every job, and says of which it could not be worked in', async () => {
    const ids = ['bad-1', 'bad-2', 'bad-3', 'bad-4', 'good-1', 'good-2', 'good-3'];
    const { rounds, lookedAt } = rig(ids.map((id) => row(id)));
    await rounds.go();
    await eventually(() => Promise.resolve(errors.mock.calls.length === 4));
    expect(lookedAt.toSorted()).toEqual(ids);
    expect(errors.mock.calls).toContainEqual([
      { err: new Error('disk full'), prompt_id: 'bad-4' },
      expect.stringContaining('next round'),
    ]);
  });

  it('ends nobody else with a look that fails at once', async () => {
    const { rounds } = rig([]);
    rounds.lookSoon(row('bad'));
    await eventually(() => Promise.resolve(errors.mock.calls.length === 1));
  });
});

describe("a node's word on a prompt", () => {
  it('counts when the job is on that node', async () => {
    const { rounds, told, endedOn } = rig([row('job', 'a')]);
    await rounds.started('a', 'job');
    await rounds.started('a', 'job');
    await rounds.ended('a', 'job');
    expect(told).toEqual([['job', 'started']]);
    expect(endedOn).toEqual(['a']);
  });

  it('counts for nothing when the job is on another one, or not ours', async () => {
    const { rounds, told, endedOn } = rig([row('job', 'a')]);
    for (const promptId of ['job', 'foreign']) {
      await rounds.started('b', promptId);
      await rounds.ended('b', promptId);
    }
    expect({ told, endedOn }).toEqual({ told: [], endedOn: [] });
    await rounds.started('a', 'job');
    expect(told).toEqual([['job', 'started']]);
  });
});
