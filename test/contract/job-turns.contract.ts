import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JobRow } from '../../src/modules/jobs/records/job.entity';
import { describeWith } from '../support/required-programs';
import { JobTable, newJob } from '../support/job-table';
import { startPostgres, type PostgresServer } from '../support/postgres';
import { SeededRandom } from '../support/seeded-random';

const NOW = Date.parse('2026-06-01T00:00:00.000Z');

const suite = (open: () => Promise<JobTable>): void => {
  let table: JobTable;
  let n = 0;
  let provider = '';
  beforeAll(async () => {
    table = await open();
  });
  afterAll(() => table.source.destroy());
  beforeEach(() => {
    provider = `node ${(n += 1)}`;
  });

  /** Inserts a waiting job, younger than all before. */
  const wait = async (owner_id: string | null, rest: Partial<JobRow> = {}): Promise<JobRow> => {
    const rows = newJob((n += 1), { provider, owner_id, ...rest });
    const written = await table.newJobs.insert(rows, { cap: null, slots: 0 });
    if (!written) throw new Error('there is no cap here');
    return written;
  };
  const waitMany = async (owner: string | null, count: number): Promise<void> => {
    for (let k = 0; k < count; k += 1) await wait(owner);
  };
  const claim = async (job: JobRow): Promise<JobRow> => {
    const claimed = await table.jobs.change(job, { phase: 'handing_over', attempts: 1 });
    if (!claimed) throw new Error('the job has changed meanwhile');
    return claimed;
  };
  const next = async (): Promise<JobRow | null> => {
    const promptId = await table.queues.next(provider, NOW);
    return promptId === null ? null : table.jobs.find(promptId);
  };
  /** Submits up to `count` jobs. @returns which */
  const submit = async (count: number): Promise<JobRow[]> => {
    const submitted: JobRow[] = [];
    for (let job = await next(); job && submitted.length < count; job = await next())
      submitted.push(await claim(job));
    return submitted;
  };
  const owners = (jobs: readonly JobRow[]): string =>
    jobs.map(({ owner_id }) => owner_id ?? 'none').join(' ');

  it('go round: one job of each owner, oldest first, with jobs without an owner as one owner', async () => {
    await waitMany('a', 3);
    await waitMany(null, 2);
    await waitMany('b', 1);
    await waitMany('a', 1);
    const submitted = await submit(10);
    expect(owners(submitted)).toBe('a none b a none a a');
    const mine = submitted.filter(({ owner_id }) => owner_id === 'a').map((job) => job.created_at);
    expect(mine).toEqual([...mine].sort());
  });

  it('follow the priority within one owner, and never let it pass another owner', async () => {
    const [high, normal, low] = [0, 1, 2];
    const order = [low, normal, high, normal];
    const jobs: JobRow[] = [];
    for (const priority of order) jobs.push(await wait('a', { priority }));
    await wait('b', { priority: low });
    const ranks = await Promise.all(jobs.map((job) => table.queues.rank(job)));
    expect(ranks).toEqual([3, 1, 0, 2]);
    const submitted = await submit(5);
    expect(owners(submitted)).toBe('a b a a a');
    const ids = submitted.filter(({ owner_id }) => owner_id === 'a').map((job) => job.prompt_id);
    expect(ids).toEqual([jobs[2], jobs[1], jobs[3], jobs[0]].map((job) => job?.prompt_id));
  });

  it('put a single job behind only the jobs that were submitted before it was made', async () => {
    await waitMany('many', 40);
    expect(owners(await submit(3))).toBe('many many many');
    await wait('single');
    expect(owners(await submit(2))).toBe('single many');
    await wait('single');
    await wait('new');
    expect(owners(await submit(4))).toBe('new single many many');
  });

  it('go to the owner served longest ago, also by a claim at insertion or in another process', async () => {
    for (const owner_id of ['a', 'b']) {
      const rows = newJob((n += 1), { provider, owner_id });
      await table.newJobs.insert(rows, { cap: null, slots: 5 });
    }
    await wait('b');
    await wait('a');
    expect(owners(await submit(1))).toBe('a');
    await wait('a');
    const { sql, parameters } = (
      await table.statementsOf(() => table.queues.next(provider, NOW))
    )[0]!;
    // Another process knows only the table.
    const [row]: { prompt_id: string }[] = await table.source.query(sql, [...parameters]);
    expect((await table.jobs.find(row!.prompt_id))?.owner_id).toBe('b');
  });

  it('are counted per node', async () => {
    await waitMany('a', 2);
    await submit(2);
    provider += ', another';
    await wait('a');
    await wait('b');
    expect(owners(await submit(2))).toBe('a b');
  });

  it('skip jobs that may not be submitted yet, and take the next one of the same owner', async () => {
    await wait('a', { not_before: NOW + 1 });
    await wait('a', { not_before: NOW });
    await wait('b', { not_before: NOW + 1 });
    expect(owners(await submit(5))).toBe('a');
    expect(await table.queues.next(provider, NOW + 1)).not.toBeNull();
    // The system's clock is set back by a day.
    expect(await table.queues.next(provider, NOW - 86_400_000)).not.toBeNull();
  });

  it('are taken again by a job that is requeued, which is then the oldest of its owner', async () => {
    const lost = await wait('a');
    await waitMany('a', 1);
    await waitMany('b', 2);
    const onNode = await claim(lost);
    await table.jobs.change(onNode, { phase: 'waiting', losses: 1 });
    const submitted = await submit(4);
    expect(owners(submitted)).toBe('b a b a');
    expect(submitted[1]?.prompt_id).toBe(lost.prompt_id);
  });

  it('are taken only by a claim that is committed', async () => {
    const job = await wait('a');
    await wait('b');
    await table.jobs.change(job, { attempts: 1 });
    expect(await table.jobs.change(job, { phase: 'handing_over' })).toBeNull();
    expect(owners(await submit(2))).toBe('a b');
  });

  it('are all different, also for claims at the same time', async () => {
    const jobs = await Promise.all(Array.from({ length: 20 }, (_, k) => wait(`owner ${k}`)));
    await Promise.all(jobs.map(claim));
    const rows: { turn: string }[] = await table.source.query(
      'SELECT turn FROM job_turns WHERE provider = $1',
      [provider],
    );
    expect(rows.map(({ turn }) => Number(turn)).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, k) => k + 1),
    );
  });

  it('are deleted once enough later turns make them irrelevant', async () => {
    await table.insertTurns(provider, 3_000);
    const jobs = await Promise.all(Array.from({ length: 256 }, (_, k) => wait(`owner ${k}`)));
    for (const job of jobs) await claim(job);
    const rows: unknown[] = await table.source.query(
      'SELECT turn FROM job_turns WHERE provider = $1',
      [provider],
    );
    expect(rows.length).toBeLessThan(1_024 + 256 + 1);
  });

  it('give every waiting job the queue position that a simulation gives', async () => {
    const random = SeededRandom.for('places in the queue');
    for (let run = 0; run < 4; run += 1) {
      provider = `node ${(n += 1)}`;
      const names = ['a', 'b', null, 'd'];
      for (let k = 0; k < 12; k += 1) await wait(random.pick(names));
      await submit(random.below(5));
      for (let k = 0; k < 12; k += 1) await wait(random.pick(names));
      const placed = new Map<string, number>();
      for (const { prompt_id } of await table.waiting(provider)) {
        const job = await table.jobs.find(prompt_id);
        placed.set(prompt_id, (await table.positions.waitingBefore(job!)).count);
      }
      const played = (await submit(50)).map(({ prompt_id }) => prompt_id);
      expect(played.map((id) => placed.get(id))).toEqual(played.map((_, place) => place));
    }
  });

  it('give a new job an upper bound of the jobs before it', async () => {
    await waitMany('a', 5);
    await submit(2);
    await waitMany('b', 2);
    const ahead = async (owner: string) => (await table.positions.aheadOfNew(owner)).get(provider);
    expect(await ahead('a')).toMatchObject({ count: 2 + 3 + 2 });
    expect(await ahead('b')).toMatchObject({ count: 2 + 2 + 2 });
    expect(await ahead('new')).toMatchObject({ count: 2 + 2 });
    expect((await table.positions.aheadOfNew('new')).has('idle')).toBe(false);
  });
};

describe('turns of owners on SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-turns-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  suite(() => JobTable.open(`sqlite:${join(folder, 'jobs.sqlite')}`));
});

describeWith('postgres', 'turns of owners on PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());
  suite(() => JobTable.open(server.createDatabase('turns')));
});
