import { jobRow } from '../../../../test/support/job-table';
import { ManualClock } from '../../../../test/support/manual-clock';
import type { Transaction } from '../../../platform/database/write-gate';
import type { ConfigService } from '../../../platform/config/config.service';
import { JobCache } from '../records/job-cache';
import type { JobOutputsRepository } from '../records/job-outputs.repository';
import type { JobRow } from '../records/job.entity';
import type { JobsRepository, WithChange } from '../records/jobs.repository';
import type { JobEventsService } from '../feed/job-events.service';
import { ProjectJobHooks } from '../public/job-hooks';
import { JobStateService } from './job-state.service';

const DAY = 86_400_000;

/** One job that was just accepted by its node. */
function stateOfAcceptedJob(row: Partial<JobRow> = {}) {
  const clock = new ManualClock();
  const now = clock.now();
  const accepted = { phase: 'on_node', status: 'running', finished_at: null } as const;
  let job = jobRow(1, {
    ...accepted,
    handed_over_at: now,
    accepted_at: now,
    started_at: now,
    ...row,
  });
  let changes = 0;
  const stored: string[] = [];
  const jobs = {
    find: () => Promise.resolve(job),
    change: async (_: JobRow, patch: Partial<JobRow>, also: WithChange) => {
      changes += 1;
      job = { ...job, ...patch };
      await also({} as Transaction, job);
      return job;
    },
  };
  const limits = {
    run_timeout: 3_600,
    lost_grace_ms: 10_000,
    poll_interval_ms: 1_000,
    max_attempts: 3,
  };
  const config = { current: () => ({ jobs: limits }) };
  const state = new JobStateService(
    jobs as unknown as JobsRepository,
    {} as JobOutputsRepository,
    new JobCache(),
    config as unknown as ConfigService,
    clock,
    new ProjectJobHooks(),
    {
      changed: (_: JobRow, { phase, status }: JobRow) =>
        Promise.resolve(void stored.push(`${phase} ${status}`)),
    } as unknown as JobEventsService,
  );
  return { clock, state, job: () => job, changes: () => changes, stored };
}

describe.each([DAY, -DAY])('when the system clock is set by %d ms', (ms) => {
  it('a job fails after its run timeout, neither sooner nor later', async () => {
    const { clock, state, job } = stateOfAcceptedJob();
    await clock.advance(60_000);
    clock.set(ms);
    expect(await state.failIfOverdue(job())).toBe(false);
    await clock.advance(3_539_000);
    expect(await state.failIfOverdue(job())).toBe(false);
    await clock.advance(2_000);
    expect(await state.failIfOverdue(job())).toBe(true);
    expect(job()).toMatchObject({ status: 'failed', error: { code: 'timeout' } });
  });

  it('a job that its node has lost is submitted again', async () => {
    const { clock, state, job } = stateOfAcceptedJob();
    const lookUp = () =>
      state.apply(job().prompt_id, {
        kind: 'look_up',
        node: { state: 'absent' },
        askedAt: clock.now(),
        attempt: job().attempts,
      });
    await clock.advance(1_000);
    clock.set(ms);
    await lookUp();
    expect(job()).toMatchObject({ phase: 'on_node', absent_since: clock.now() });
    await clock.advance(1_000);
    await lookUp();
    expect(job()).toMatchObject({ phase: 'waiting', status: 'queued' });
  });
});

it('gives a job that its node has lost its whole run timeout again when it is submitted again', async () => {
  const { clock, state, job } = stateOfAcceptedJob();
  await clock.advance(3_599_000);
  for (const apart of [1_000, 0]) {
    const lookup = {
      node: { state: 'absent' },
      askedAt: clock.now(),
      attempt: job().attempts,
    } as const;
    await state.apply(job().prompt_id, { kind: 'look_up', ...lookup });
    await clock.advance(apart);
  }
  await state.apply(job().prompt_id, { kind: 'hand_over' });
  const outcome = { kind: 'accepted', number: 8, nodeErrors: {} } as const;
  const accepted = state.apply(job().prompt_id, { kind: 'submit', outcome, attempt: 2 });
  await clock.advance(1_000);
  await accepted;
  expect(job()).toMatchObject({ phase: 'on_node', attempts: 2 });
  expect(await state.failIfOverdue(job())).toBe(false);
});

it('writes the progress of a job that comes together at once, with the event of each change', async () => {
  const waiting = {
    phase: 'handing_over',
    status: 'queued',
    started_at: null,
    attempts: 1,
  } as const;
  const { state, changes, stored, job } = stateOfAcceptedJob(waiting);
  const outcome = { kind: 'accepted', number: 7, nodeErrors: {} } as const;
  const result = { outcome: 'success', outputs: [] } as const;
  const node = { state: 'finished', result } as const;
  await Promise.all([
    state.apply(job().prompt_id, { kind: 'submit', outcome, attempt: 1 }),
    state.apply(job().prompt_id, { kind: 'started', attempt: 1 }),
    state.apply(job().prompt_id, { kind: 'look_up', node, askedAt: 0, attempt: 1 }),
  ]);
  expect(stored).toEqual(['on_node queued', 'on_node running', 'collecting running']);
  expect(changes()).toBe(1);
  expect(job()).toMatchObject({ phase: 'collecting', status: 'running', number: 7 });
});
