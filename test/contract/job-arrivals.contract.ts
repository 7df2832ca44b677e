import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JobPatch } from '../../src/modules/jobs/tracking/tracking-event';
import { describeWith } from '../support/engines';
import { JobTable, newJob } from '../support/job-table';
import { startPostgres, type PostgresServer } from '../support/postgres';

const AT_ONCE = 40;

const suite = (open: () => Promise<JobTable>): void => {
  let table: JobTable;
  let n = 0;
  beforeAll(async () => {
    table = await open();
  });
  afterAll(() => table.source.destroy());

  /** A new job with an owner and a node of its own. */
  const arrive = async (provider: string, limits: { cap?: number; slots: number }) =>
    table.arrivals.insert(newJob((n += 1), { provider, owner_id: `owner of ${provider}` }), {
      cap: limits.cap ?? null,
      slots: limits.slots,
    });
  const phases = async (jobs: readonly Promise<{ phase: string } | null>[]) =>
    (await Promise.all(jobs)).map((job) => job?.phase ?? 'refused').sort();
  const many = <T>(make: () => T): T[] => Array.from({ length: AT_ONCE }, make);

  it('takes no more slots than the node has, for jobs inserted at the same time', async () => {
    const seen = await phases(many(() => arrive('busy', { slots: 3 })));
    expect(seen.filter((phase) => phase === 'handing_over')).toHaveLength(3);
    expect(seen.filter((phase) => phase === 'waiting')).toHaveLength(AT_ONCE - 3);
  });

  it('is never claimed before a job that began to wait at the same time', async () => {
    for (let round = 0; round < 20; round += 1) {
      const provider = `race ${round}`;
      const one = arrive(provider, { slots: 0 });
      // In the order of the dispatcher: first the waiting jobs, then the taken slots.
      const seen = one.then(async () => [
        await table.queues.next(provider, Date.now()),
        await table.queues.countHandedOver(provider),
      ]);
      const other = await arrive(provider, { slots: 1 });
      const [next, held] = await seen;
      expect(next).not.toBeNull();
      expect(held).toBe(other?.phase === 'handing_over' ? 1 : 0);
    }
  });

  it('waits when other jobs wait, even if a slot is free', async () => {
    expect(await arrive('queue', { slots: 0 })).toMatchObject({ phase: 'waiting' });
    expect(await arrive('queue', { slots: 5 })).toMatchObject({ phase: 'waiting' });
    expect(await arrive('other', { slots: 5 })).toMatchObject({ phase: 'handing_over' });
  });

  it('does not count jobs whose outputs are being collected', async () => {
    const first = await arrive('collecting', { slots: 1 });
    expect(first).toMatchObject({ phase: 'handing_over' });
    await table.jobs.change(first!, { phase: 'collecting' });
    expect(await arrive('collecting', { slots: 1 })).toMatchObject({ phase: 'handing_over' });
    expect(await arrive('collecting', { slots: 1 })).toMatchObject({ phase: 'waiting' });
  });

  it('is refused exactly at the cap of its owner', async () => {
    const seen = await phases(many(() => arrive('capped', { slots: 1, cap: 4 })));
    expect(seen.filter((phase) => phase !== 'refused')).toEqual([
      'handing_over',
      ...['waiting', 'waiting', 'waiting'],
    ]);
  });

  it.each<[string, JobPatch]>([
    ['completed', { status: 'completed', phase: 'done' }],
    ['failed on its node', { status: 'failed', phase: 'done' }],
    ['was cancelled, and is perhaps still there', { status: 'cancelled', phase: 'withdrawing' }],
    ['was given up with its node', { status: 'failed', phase: 'done' }],
    ['took too long, and is still there', { status: 'failed', phase: 'withdrawing' }],
  ])('has its place under the cap taken by the next when one %s', async (how, end) => {
    const limits = { slots: 1, cap: 1 };
    const job = await arrive(how, limits);
    const stages: JobPatch[] = [
      { phase: 'on_node' },
      { status: 'running' },
      { phase: 'collecting' },
      { phase: 'waiting', status: 'queued' },
    ];
    let now = job!;
    for (const stage of stages) {
      expect(await arrive(how, limits)).toBeNull();
      now = (await table.jobs.change(now, stage))!;
    }
    expect(await arrive(how, limits)).toBeNull();
    await table.jobs.change(now, end);
    expect(await arrive(how, limits)).not.toBeNull();
    expect(await arrive(how, limits)).toBeNull();
  });

  it('is refused while more jobs run than a lowered cap allows, and never without a cap', async () => {
    const jobs = [];
    for (let k = 0; k < 3; k += 1) jobs.push(await arrive('lowered', { slots: 0 }));
    for (const job of jobs) {
      expect(await arrive('lowered', { slots: 0, cap: 1 })).toBeNull();
      await table.jobs.change(job!, { status: 'cancelled', phase: 'done' });
    }
    expect(await arrive('lowered', { slots: 0, cap: 1 })).not.toBeNull();
    expect(await arrive('lowered', { slots: 0 })).not.toBeNull();
  });

  it('is read back as it was written', async () => {
    const job = await arrive('read', { slots: 1 });
    const inMemory = await table.jobs.find(job!.prompt_id);
    const inTable = await table.jobs.inPhases(['handing_over']);
    expect(inMemory).toEqual(job);
    expect(inTable.find(({ prompt_id }) => prompt_id === job!.prompt_id)).toEqual(job);
  });
};

describe('new jobs on SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-arrivals-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  suite(() => JobTable.open(`sqlite:${join(folder, 'jobs.sqlite')}`));
});

describeWith('postgres', 'new jobs on PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());
  suite(() => JobTable.open(server.createDatabase('arrivals')));
});
