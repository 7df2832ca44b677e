import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JobFilter } from '../../src/modules/jobs/records/job-filter';
import type { PagePosition } from '../../src/platform/http/paging';
import { describeWith } from '../support/required-programs';
import { jobRow, JobTable, newJob } from '../support/job-table';
import { startPostgres, type PostgresServer } from '../support/postgres';
import { plansOf } from '../support/query-plan';

/** Finished jobs with their outputs and payloads, and how often their rows alone are doubled: 20,000 rows in the end. */
const FINISHED = 2_500;
const DOUBLINGS = 3;
/** Jobs that wait for {@link NODE}. */
const WAITING = 2_000;
const NODE = 'node-1';
const ID = jobRow(FINISHED / 2).prompt_id;
const OWNER = { all: false, ownerId: 'owner-3' } as const;
const ALL = { all: true } as const;
const WAITING_JOB = newJob(FINISHED + 1).waiting;
const MIDDLE = { sort: jobRow(FINISHED / 2).created_at, id: ID };

type Work = (table: JobTable) => Promise<unknown>;

/** Statements of the running engine: the many finished jobs must not slow them. */
const ENGINE: Readonly<Record<string, Work>> = {
  'finding one job': ({ jobs }) => jobs.find(ID),
  'the payload of a job': ({ jobs }) => jobs.payload(jobRow(1).prompt_id),
  'a change': ({ jobs }) => jobs.change(jobRow(FINISHED + 1), { attempts: 2 }),
  'the next job': ({ queues }) => queues.next(NODE, Date.now()),
  'the taken slots of a node': ({ queues }) => queues.countHandedOver(NODE),
  'jobs on nodes': ({ jobs }) => jobs.inPhases(['handing_over', 'on_node', 'withdrawing']),
  'jobs being collected': ({ jobs }) => jobs.inPhases(['collecting']),
  'the load of all nodes': ({ jobs }) => jobs.load(),
  'jobs waiting before a job': ({ positions }) => positions.waitingBefore(WAITING_JOB),
  'jobs of a node that went away': ({ jobs }) => jobs.ofNode(NODE, 500),
  'their owners': ({ jobs }) => jobs.ownersOnNode(NODE),
  'jobs that may move': ({ jobs }) =>
    jobs.movable({ unsubmittedOn: [NODE], submittedOn: [] }, { after: '', limit: 50 }),
  'jobs of missing nodes': ({ jobs }) => jobs.anyProviderGone(),
  'recording missing nodes': ({ jobs }) => jobs.noteProvidersGone([NODE], Date.now()),
  'jobs of removed nodes': ({ jobs }) => jobs.goneSince(Date.now()),
  'jobs whose files are uploaded': ({ jobs }) => jobs.inPhases(['staging']),
  'a new job under a cap': ({ newJobs }) =>
    newJobs.insert(newJob(FINISHED + 900), { cap: 1_000, slots: 2 }),
};

/** Lists, and the index whose order each uses. Includes filters that only few jobs match. */
const LISTS: readonly [string, JobFilter, string][] = [
  ['of all', {}, 'jobs_by_time'],
  ['of one status', { status: ['cancelled'] }, 'jobs_by_status'],
  ['of one kind', { kind: 'video' }, 'jobs_by_kind'],
  ['of one workflow', { workflow: 'rare' }, 'jobs_by_workflow'],
  ['of one node', { provider: 'rare' }, 'jobs_by_provider'],
  ['of one project', { project: 'rare' }, 'jobs_by_project'],
];
const RARE = { status: 'cancelled', kind: 'video', workflow: 'rare' } as const;

/** Lists for which the database may choose the plan. */
const OTHER_LISTS: readonly [string, JobFilter][] = [
  ['of unfinished jobs', { status: ['queued', 'running'] }],
  ['of two statuses', { status: ['completed', 'failed'] }],
  ['of a character', { character: 'anna' }],
  ['since a time', { since: MIDDLE.sort }],
  ['of a batch', { batch: 'bat_1' }],
  ['grouped by batch', { group: 'batch', q: 'fox' }],
  ['by ids', { prompt_ids: [ID, jobRow(7).prompt_id] }],
];

const suite = (open: () => Promise<JobTable>): void => {
  let table: JobTable;
  beforeAll(async () => {
    table = await open();
    await table.fill(Array.from({ length: FINISHED }, (_, n) => jobRow(n, n === 600 ? RARE : {})));
    for (let n = 0; n < DOUBLINGS; n += 1) await table.duplicateFinished(`${n}-`);
    await table.insertTurns(NODE, 2_000);
    const waiting = { provider: NODE, status: 'queued', phase: 'waiting' } as const;
    const later = (n: number) => 2 * FINISHED + n;
    await table.fill(Array.from({ length: WAITING }, (_, n) => jobRow(later(n), waiting)));
    for (let n = 1; n <= 6; n += 1) {
      await table.newJobs.insert(newJob(FINISHED + n), { cap: null, slots: 2 });
    }
    // A PostgreSQL server gathers statistics automatically; SQLite has none, not even in production.
    if (table.source.options.type === 'postgres') await table.source.query('ANALYZE');
  });
  afterAll(() => table.close());

  const plans = async (work: Work) => plansOf(table.source, await table.statementsOf(work));

  it.each(Object.entries(ENGINE))('engine: %s', async (_, work) => {
    const seen = await plans(work);
    expect(seen).not.toHaveLength(0);
    expect(seen.flatMap(({ scanned }) => scanned)).toEqual([]);
    // Reading an index of all jobs from end to end would be a scan as well.
    const walked = seen.flatMap(({ indices }) => indices);
    expect(walked.filter((index) => index.startsWith('jobs_by_'))).toEqual([]);
  });

  it('steps from owner to owner through the index of waiting jobs', async () => {
    const [plan] = await plans(ENGINE['the next job']!);
    expect(plan!.indices).toContain('jobs_waiting');
    expect(plan!.indices.filter((index) => /^jobs_(by|open)/.test(index))).toEqual([]);
  });

  const page = (after: PagePosition | null, order?: 'oldest') => ({ limit: 100, after, order });

  it.each(LISTS)('a list %s', async (_, filter, index) => {
    for (const after of [null, MIDDLE])
      for (const order of [undefined, 'oldest'] as const) {
        const [plan] = await plans(({ lists }) => lists.page(ALL, filter, page(after, order)));
        expect(plan).toMatchObject({ scanned: [], indices: [index], sorts: false });
        if (after) expect(plan!.conditions).toContain('created_at');
      }
  });

  it.each([...LISTS.map(([name, filter]) => [name, filter] as const), ...OTHER_LISTS])(
    'a list %s, of one owner',
    async (_, filter) => {
      for (const after of [null, MIDDLE]) {
        const [plan] = await plans(({ lists }) => lists.page(OWNER, filter, page(after)));
        expect(plan!.scanned).not.toContain('jobs');
      }
    },
  );

  it.each(OTHER_LISTS)('a list %s', async (_, filter) => {
    for (const after of [null, MIDDLE]) {
      const [plan] = await plans(({ lists }) => lists.page(ALL, filter, page(after)));
      expect(plan!.scanned).not.toContain('jobs');
    }
  });

  it('finds the outputs of a page by the ids of the jobs', async () => {
    const ids = Array.from({ length: 10 }, (_, n) => jobRow(n).prompt_id);
    const [plan] = await plans(({ outputs }) => outputs.short(ids));
    expect(plan).toMatchObject({ scanned: [] });
  });
};

describe('plans of the statements about jobs, on SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-plans-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  suite(() => JobTable.open(`sqlite:${join(folder, 'jobs.sqlite')}`));
});

describeWith('postgres', 'plans of the statements about jobs, on PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());
  suite(() => JobTable.open(server.createDatabase('plans')));
});
