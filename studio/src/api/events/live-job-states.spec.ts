import type { LiveJob } from '../types';
import { isOwnJob, LiveJobs, type LiveJobState, summarize, withRecord } from './live-job-states';

const NOW = 1_000_000;

const job = (fields: Partial<LiveJob> = {}): LiveJob =>
  ({
    prompt_id: 'a',
    status: 'running',
    attempts: 1,
    node_unreachable: false,
    progress: null,
    queue_position: null,
    eta_seconds: null,
    created_at: '2026-01-01T00:00:00.000Z',
    ...fields,
  }) as LiveJob;

const state = (fields: Partial<LiveJob> = {}, more: Partial<LiveJobState> = {}): LiveJobState => ({
  ...withRecord(undefined, job(fields), NOW),
  ...more,
});

describe('withRecord', () => {
  const progress = { fraction: 0.5, node: 'sampler', step: 5, steps: 10 };
  const before = state({}, { progress, previewRev: 3, endsAt: NOW + 5000 });

  it.each([
    ['keeps progress, preview and end that the record leaves out', {}, progress, 3, NOW + 5000],
    ['takes the end from the record', { eta_seconds: 20 }, progress, 3, NOW + 20_000],
    ['forgets them when another attempt has begun', { attempts: 2 }, null, null, null],
  ])('%s', (_title, fields, expected, previewRev, endsAt) => {
    expect(withRecord(before, job(fields), NOW)).toMatchObject({
      progress: expected,
      previewRev,
      endsAt,
    });
  });
});

it.each([
  ['a job of a key that sees its own only', undefined, 'mia', true],
  ['an administrator’s own job', 'root', 'root', true],
  ['a job of another key', 'mia', 'root', false],
  ['a job made without a key, where none is needed', null, null, true],
  ['a job of a key, where none is needed', 'mia', null, false],
])('tells apart %s', (_title, owner, account, isOwn) => {
  expect(isOwnJob(job(owner === undefined ? {} : { owner }), account)).toBe(isOwn);
});

describe('summarize', () => {
  const half = { fraction: 0.5, node: null, step: null, steps: null };
  it.each([
    ['nothing', [], { running: 0, waiting: 0, away: 0, fraction: 0, endsAt: null }],
    [
      'one that runs and one that waits',
      [
        state({ eta_seconds: 10 }, { progress: half }),
        state({ status: 'queued', eta_seconds: 30 }),
      ],
      { running: 1, waiting: 1, away: 0, fraction: 0.5, endsAt: NOW + 30_000 },
    ],
    [
      'two that run, one with an unknown end',
      [state({ eta_seconds: 10 }, { progress: half }), state()],
      { running: 2, waiting: 0, away: 0, fraction: 0.25, endsAt: null },
    ],
    [
      'one that runs and one whose node is away',
      [
        state({ eta_seconds: 10 }, { progress: half }),
        state({ node_unreachable: true, eta_seconds: 5 }, { progress: half }),
      ],
      { running: 1, waiting: 1, away: 1, fraction: 0.5, endsAt: null },
    ],
  ])('adds up %s', (_title, states, expected) => {
    expect(summarize(states)).toEqual(expected);
  });
});

describe('LiveJobs', () => {
  it('keeps a job until it ends, and ignores what it does not know', () => {
    const jobs = new LiveJobs();
    jobs.receiveJob(job({ status: 'queued', queue_position: 2 }), NOW);
    jobs.receiveQueue([{ prompt_id: 'a', queue_position: 1, eta_seconds: 8 }], NOW);
    jobs.receivePreview('unknown', 1);
    expect(jobs.get('a')).toMatchObject({ queuePosition: 1, endsAt: NOW + 8000 });
    expect(jobs.get('unknown')).toBeUndefined();
    jobs.receiveJob(job({ status: 'completed' }), NOW);
    expect(jobs.all()).toEqual([]);
  });

  it('keeps its list while only progress arrives, so that lists are not drawn again', () => {
    const jobs = new LiveJobs();
    jobs.receiveJob(job(), NOW);
    const list = jobs.all();
    jobs.receiveProgress({ prompt_id: 'a', fraction: 0.3 });
    expect(jobs.all()).toBe(list);
    expect(jobs.get('a')?.progress).toMatchObject({ fraction: 0.3 });
    expect(jobs.summary().fraction).toBe(0.3);
  });

  it('adds up the jobs of one account or of all', () => {
    const jobs = new LiveJobs();
    jobs.receiveJob(job({ owner: 'mara' }), NOW);
    jobs.receiveJob(job({ prompt_id: 'b', owner: null }), NOW);
    expect([jobs.summary('mara'), jobs.summary(null), jobs.summary()]).toMatchObject([
      { running: 1 },
      { running: 1 },
      { running: 2 },
    ]);
    jobs.receiveJob(job({ status: 'completed', owner: 'mara' }), NOW);
    expect(jobs.summary('mara').running).toBe(0);
  });

  it('forgets what a snapshot no longer has', () => {
    const jobs = new LiveJobs();
    jobs.receiveJob(job(), NOW);
    jobs.replaceAll([state({ prompt_id: 'b' })]);
    expect(jobs.all().map((each) => each.job.prompt_id)).toEqual(['b']);
  });
});
