import { jobRow } from '../../../../test/support/job-table';
import { ManualClock } from '../../../../test/support/manual-clock';
import type { ConfigService } from '../../../platform/config/config.service';
import { JobCache } from '../records/job-cache';
import type { JobRow } from '../records/job.entity';
import type { JobsRepository } from '../records/jobs.repository';
import type { JobEventsService } from '../feed/job-events.service';
import { ProjectJobHooks } from '../public/job-hooks';
import { JobStateService } from './job-state.service';

const DAY = 86_400_000;

/** One job that was just accepted by its node. */
function stateOfAcceptedJob() {
  const clock = new ManualClock();
  const now = clock.now();
  const accepted = { phase: 'on_node', status: 'running', finished_at: null } as const;
  let job = jobRow(1, { ...accepted, handed_over_at: now, accepted_at: now, started_at: now });
  const jobs = {
    find: () => Promise.resolve(job),
    change: (_: JobRow, patch: Partial<JobRow>) => {
      job = { ...job, ...patch };
      return Promise.resolve(job);
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
    new JobCache(),
    config as unknown as ConfigService,
    clock,
    new ProjectJobHooks(),
    { changed: () => Promise.resolve() } as unknown as JobEventsService,
  );
  return { clock, state, job: () => job };
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
