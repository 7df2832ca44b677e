import { Logger } from '@nestjs/common';
import { eventually } from '../../../../test/support/eventually';
import { ManualClock } from '../../../../test/support/manual-clock';
import type { ConfigService } from '../../../platform/config/config.service';
import { OutcomeUnknown } from '../../../platform/database/database-problems';
import type { NodeAccess, NodeJob } from '../../providers/public/node-access';
import type { SubmissionService } from '../dispatch/submission.service';
import type { JobRow } from '../records/job.entity';
import type { JobsRepository } from '../records/jobs.repository';
import type { WithdrawalsRepository } from '../records/withdrawals.repository';
import type { JobStateService } from './job-state.service';
import { PollingService } from './polling.service';
import type { TrackingEvent } from './tracking-event';

const row = (prompt_id: string, provider = 'a') =>
  ({ prompt_id, provider, attempts: 1, phase: 'on_node' }) as JobRow;

const PROVIDERS = [
  { id: 'internal', kind: 'simulator', base_url: null },
  { id: 'external', kind: 'simulator', base_url: 'http://127.0.0.1:1' },
];

const FINISHED: NodeJob = { state: 'finished', result: { outcome: 'success', outputs: [] } };

/** Polling over a few jobs; those whose id begins with `bad` can't be checked, the events of `lost` ones not be saved. */
function pollingOver(jobs: readonly JobRow[]) {
  const applied: [string, TrackingEvent['kind']][] = [];
  const lookups: [string, string][] = [];
  const settledNodes: string[] = [];
  const clock = new ManualClock();
  const find = (id: string) =>
    Promise.resolve(jobs.find(({ prompt_id }) => prompt_id === id) ?? null);
  const state = {
    apply: (id: string, { kind }: TrackingEvent) => {
      applied.push([id, kind]);
      if (id.startsWith('lost')) return Promise.reject(new OutcomeUnknown(new Error()));
      return Promise.resolve(null);
    },
    failIfOverdue: ({ prompt_id }: JobRow) =>
      prompt_id.startsWith('bad')
        ? Promise.reject(new Error('disk full'))
        : Promise.resolve(prompt_id.startsWith('overdue')),
  };
  const lookUp = (provider: string, promptId: string) => {
    lookups.push([provider, promptId]);
    return Promise.resolve(FINISHED);
  };
  const polling = new PollingService(
    { find, inPhases: () => Promise.resolve([...jobs]) } as unknown as JobsRepository,
    {
      settleNodes: (nodes: string[]) => {
        settledNodes.push(...nodes);
        return Promise.resolve();
      },
    } as unknown as WithdrawalsRepository,
    state as unknown as JobStateService,
    { lookUp } as unknown as NodeAccess,
    { isInProgress: (id: string) => id === 'submitting' } as unknown as SubmissionService,
    { current: () => ({ providers: PROVIDERS }) } as unknown as ConfigService,
    clock,
  );
  return { polling, applied, lookups, settledNodes, clock };
}

describe('PollingService', () => {
  const errors = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
  beforeEach(() => errors.mockClear());
  afterAll(() => errors.mockRestore());

  it('requeues at start only the jobs of nodes inside this service, and settles their withdrawals', async () => {
    const jobs = [row('1', 'internal'), row('2', 'external'), row('3', 'removed')];
    const { polling, applied, settledNodes } = pollingOver(jobs);
    await polling.requeueJobsOfInternalNodes();
    expect(settledNodes).toEqual(['internal']);
    expect(applied).toEqual([['1', 'embedded_node_ended']]);
  });

  it('looks up every job although some fail, and logs these', async () => {
    const ids = ['bad-1', 'bad-2', 'bad-3', 'bad-4', 'good-1', 'good-2', 'good-3'];
    const { polling, lookups } = pollingOver(ids.map((id) => row(id)));
    await polling.pollAll();
    await eventually(() => Promise.resolve(lookups.length === 3));
    expect(lookups).toEqual(['good-1', 'good-2', 'good-3'].map((id) => ['a', id]));
    expect(errors).toHaveBeenCalledTimes(4);
    expect(errors.mock.calls).toContainEqual([
      { err: new Error('disk full'), prompt_id: 'bad-4' },
      expect.stringContaining('next round'),
    ]);
  });

  it('logs as an error that an answer of a node could not be saved', async () => {
    const { polling } = pollingOver([]);
    await polling.lookUp({ prompt_id: 'lost', provider: 'node', attempts: 1 });
    expect(errors.mock.calls).toEqual([
      [
        { err: expect.any(OutcomeUnknown), prompt_id: 'lost' },
        'the answer to a lookup could not be saved',
      ],
    ]);
  });

  it('looks up neither overdue jobs nor jobs that are being submitted', async () => {
    const { polling, lookups } = pollingOver([row('overdue'), row('submitting'), row('good')]);
    await polling.nodeConnected('a');
    expect(lookups).toEqual([['a', 'good']]);
  });

  it('looks up only the jobs of the node that has connected', async () => {
    const { polling, lookups } = pollingOver([row('1', 'a'), row('2', 'b')]);
    await polling.nodeConnected('b');
    expect(lookups).toEqual([['b', '2']]);
  });

  it('applies the first report of a start, and looks a job up when its end is reported', async () => {
    const { polling, applied, lookups } = pollingOver([row('job', 'a')]);
    await polling.promptStarted('a', 'job');
    await polling.promptStarted('a', 'job');
    expect(applied).toEqual([['job', 'started']]);
    await polling.promptEnded('a', 'job');
    expect(lookups).toEqual([['a', 'job']]);
  });

  it('looks a job up once however often its end is reported meanwhile', async () => {
    const { polling, lookups } = pollingOver([row('job', 'a')]);
    await Promise.all(Array.from({ length: 100 }, () => polling.promptEnded('a', 'job')));
    expect(lookups).toEqual([['a', 'job']]);
  });

  it('ignores reports about foreign prompts and from a node that the job is not on', async () => {
    const { polling, applied, lookups } = pollingOver([row('job', 'a')]);
    for (const promptId of ['job', 'foreign']) {
      await polling.promptStarted('b', promptId);
      await polling.promptEnded('b', promptId);
    }
    expect({ applied, lookups }).toEqual({ applied: [], lookups: [] });
    await polling.promptStarted('a', 'job');
    expect(applied).toEqual([['job', 'started']]);
  });

  it('returns how long ago a job was checked', async () => {
    const { polling, clock } = pollingOver([]);
    expect(polling.age('a')).toBe(Infinity);
    await polling.promptStarted('node', 'a');
    await clock.advance(250);
    expect(polling.age('a')).toBe(250);
    await polling.lookUp({ prompt_id: 'a', provider: 'node', attempts: 1 });
    expect(polling.age('a')).toBe(0);
  });

  it('remembers a bounded number of prompts, however many foreign ones a node reports', async () => {
    const { polling } = pollingOver([]);
    for (const id of ['old', ...Array.from({ length: 10_000 }, (_, n) => `foreign-${n}`)]) {
      await polling.promptStarted('node', id);
    }
    expect(polling.age('old')).toBe(Infinity);
    expect(polling.age('foreign-9999')).toBe(0);
  });
});
