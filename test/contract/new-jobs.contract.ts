import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JobPatch } from '../../src/modules/jobs/tracking/tracking-event';
import { describeWith } from '../support/required-programs';
import { JobTable, newJob } from '../support/job-table';
import { startPostgres, type PostgresServer } from '../support/postgres';

const CONCURRENCY = 40;

const suite = (open: () => Promise<JobTable>): void => {
  let table: JobTable;
  let n = 0;
  beforeAll(async () => {
    table = await open();
  });
  afterAll(() => table.source.destroy());

  /** A new job with an owner and a node of its own. */
  const insert = async (provider: string, limits: { cap?: number; slots: number }) =>
    table.newJobs.insert(newJob((n += 1), { provider, owner_id: `owner of ${provider}` }), {
      cap: limits.cap ?? null,
      slots: limits.slots,
    });
  const phases = async (jobs: readonly Promise<{ phase: string } | null>[]) =>
    (await Promise.all(jobs)).map((job) => job?.phase ?? 'refused').sort();
  const many = <T>(make: () => T): T[] => Array.from({ length: CONCURRENCY }, make);

  it('takes no more slots than the node has, for jobs inserted at the same time', async () => {
    const inserted = await phases(many(() => insert('busy', { slots: 3 })));
    expect(inserted.filter((phase) => phase === 'handing_over')).toHaveLength(3);
    expect(inserted.filter((phase) => phase === 'waiting')).toHaveLength(CONCURRENCY - 3);
  });

  it('is never claimed before a job that began to wait at the same time', async () => {
    for (let round = 0; round < 20; round += 1) {
      const provider = `race ${round}`;
      const one = insert(provider, { slots: 0 });
      // In the order of the dispatcher: first the waiting jobs, then the taken slots.
      const inserted = one.then(async () => [
        await table.queues.next(provider, Date.now()),
        await table.queues.countHandedOver(provider),
      ]);
      const other = await insert(provider, { slots: 1 });
      const [next, held] = await inserted;
      expect(next).not.toBeNull();
      expect(held).toBe(other?.phase === 'handing_over' ? 1 : 0);
    }
  });

  it('waits when other jobs wait, even if a slot is free', async () => {
    expect(await insert('queue', { slots: 0 })).toMatchObject({ phase: 'waiting' });
    expect(await insert('queue', { slots: 5 })).toMatchObject({ phase: 'waiting' });
    expect(await insert('other', { slots: 5 })).toMatchObject({ phase: 'handing_over' });
  });

  it('does not count jobs whose outputs are being collected', async () => {
    const first = await insert('collecting', { slots: 1 });
    expect(first).toMatchObject({ phase: 'handing_over' });
    await table.jobs.change(first!, { phase: 'collecting' });
    expect(await insert('collecting', { slots: 1 })).toMatchObject({ phase: 'handing_over' });
    expect(await insert('collecting', { slots: 1 })).toMatchObject({ phase: 'waiting' });
  });

  it('is refused exactly at the cap of its owner', async () => {
    const inserted = await phases(many(() => insert('capped', { slots: 1, cap: 4 })));
    expect(inserted.filter((phase) => phase !== 'refused')).toEqual([
      'handing_over',
      ...['waiting', 'waiting', 'waiting'],
    ]);
  });

  it.each<[string, JobPatch]>([
    ['completed', { status: 'completed', phase: 'done' }],
    ['failed on its node', { status: 'failed', phase: 'done' }],
    ['was cancelled, and may still be on its node', { status: 'cancelled', phase: 'withdrawing' }],
    ['failed because its node was removed', { status: 'failed', phase: 'done' }],
    ['timed out, and is still on its node', { status: 'failed', phase: 'withdrawing' }],
  ])('frees its slot under the cap for the next job when it %s', async (how, end) => {
    const limits = { slots: 1, cap: 1 };
    const job = await insert(how, limits);
    const stages: JobPatch[] = [
      { phase: 'on_node' },
      { status: 'running' },
      { phase: 'collecting' },
      { phase: 'waiting', status: 'queued' },
    ];
    let now = job!;
    for (const stage of stages) {
      expect(await insert(how, limits)).toBeNull();
      now = (await table.jobs.change(now, stage))!;
    }
    expect(await insert(how, limits)).toBeNull();
    await table.jobs.change(now, end);
    expect(await insert(how, limits)).not.toBeNull();
    expect(await insert(how, limits)).toBeNull();
  });

  it('is refused while more jobs run than a lowered cap allows, and never without a cap', async () => {
    const jobs = [];
    for (let k = 0; k < 3; k += 1) jobs.push(await insert('lowered', { slots: 0 }));
    for (const job of jobs) {
      expect(await insert('lowered', { slots: 0, cap: 1 })).toBeNull();
      await table.jobs.change(job!, { status: 'cancelled', phase: 'done' });
    }
    expect(await insert('lowered', { slots: 0, cap: 1 })).not.toBeNull();
    expect(await insert('lowered', { slots: 0 })).not.toBeNull();
  });

  it('is read back as it was written', async () => {
    const job = await insert('read', { slots: 1 });
    const inMemory = await table.jobs.find(job!.prompt_id);
    const inTable = await table.jobs.inPhases(['handing_over']);
    expect(inMemory).toEqual(job);
    expect(inTable.find(({ prompt_id }) => prompt_id === job!.prompt_id)).toEqual(job);
  });
};

describe('new jobs on SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-new-jobs-'));
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
  suite(() => JobTable.open(server.createDatabase('new_jobs')));
});
