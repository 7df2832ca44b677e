import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jobRow, JobTable } from '../../../../test/support/job-table';
import { JobTextEntity } from './job.entity';
import { plansOf } from '../../../../test/support/query-plan';

const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const ADMIN = { all: true } as const;
const owner = (ownerId: string) => ({ all: false, ownerId }) as const;

describe('JobListRepository.promptsOf', () => {
  let table: JobTable;

  beforeAll(async () => {
    table = await JobTable.open('sqlite::memory:');
    const owners = ['ada', 'ada', 'bob', null];
    const rows = owners.map((owner_id, n) => jobRow(n, { prompt_id: idOf(n), owner_id }));
    await table.fill(rows);
  });
  afterAll(() => table.source.destroy());

  const requestedIds = [idOf(0), idOf(1), idOf(2), idOf(3), idOf(4), 'x', "' OR 1=1 --", ''];

  it('returns the jobs of the owner, and all jobs for an admin', async () => {
    const { lists } = table;
    expect(await lists.promptsOf(owner('ada'), requestedIds)).toEqual(new Set([idOf(0), idOf(1)]));
    expect(await lists.promptsOf(owner('bob'), requestedIds)).toEqual(new Set([idOf(2)]));
    expect(await lists.promptsOf(owner('eve'), requestedIds)).toEqual(new Set());
    expect((await lists.promptsOf(ADMIN, requestedIds)).size).toBe(4);
  });

  it('sends one statement without a table scan, for any owner and any number of prompts', async () => {
    const many = Array.from({ length: 20_000 }, (_, n) => idOf(n));
    for (const ids of [requestedIds, [idOf(2)], [idOf(99)], many.reverse()]) {
      const sent = await table.statementsOf(() => table.lists.promptsOf(owner('ada'), ids));
      expect(sent).toHaveLength(1);
      const [plan] = await plansOf(table.source, sent);
      expect(plan).toMatchObject({ scanned: [], indices: ['sqlite_autoindex_jobs_1'] });
    }
  });

  it('sends no statement when no prompt can be one of our jobs', async () => {
    expect(await table.statementsOf(() => table.lists.promptsOf(owner('ada'), ['x', '']))).toEqual(
      [],
    );
  });
});

describe('JobListRepository.page', () => {
  it('reads no column that a list does not show', async () => {
    const table = await JobTable.open('sqlite::memory:');
    await table.fill([jobRow(1, { node_errors: { 1: { errors: [] } } })]);
    const page = { limit: 10, after: null, withTotal: false };
    const [jobs, outputs] = await table.statementsOf(async () => {
      const rows = await table.lists.page(ADMIN, {}, page);
      await table.outputs.short(rows.map(({ prompt_id }) => prompt_id));
    });
    await table.source.destroy();
    expect(jobs?.sql).toContain('"status"');
    for (const column of ['node_errors', 'settings', 'models', 'loras', 'graph'])
      expect(jobs?.sql).not.toContain(`"${column}"`);
    expect(outputs?.sql).toMatch(/^[^"]*("output"\."(?!text)[a-z_]+" AS "\w+", )+SUBSTR\(/);
  });
});

describe('JobListRepository.unfinishedRows', () => {
  it('reads running jobs first, then those that have waited longest', async () => {
    const table = await JobTable.open('sqlite::memory:');
    const queued = { status: 'queued', phase: 'waiting' } as const;
    const running = { status: 'running', phase: 'on_node' } as const;
    const rows = [running, queued, queued, running, queued].map((state, n) =>
      jobRow(n, { prompt_id: idOf(n), ...state }),
    );
    await table.fill([...rows, jobRow(9)]);
    const found = await table.lists.unfinishedRows(ADMIN, 4);
    await table.source.destroy();
    expect(found.map(({ prompt_id }) => prompt_id)).toEqual([0, 3, 1, 2].map(idOf));
  });
});

describe('a search for words', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-job-search-'));
  let table: JobTable;

  beforeAll(async () => {
    table = await JobTable.open(`sqlite:${join(folder, 'jobs.sqlite')}`);
    await table.fill([1, 2].map((n) => jobRow(n, { prompt_id: idOf(n), owner_id: 'ada' })));
    const words = [idOf(1), idOf(2)].map((prompt_id, n) => ({ prompt_id, folded: `fox ${n}` }));
    await table.source.manager.insert(JobTextEntity, words);
  });
  afterAll(async () => {
    await table.close();
    rmSync(folder, { recursive: true });
  });

  it('takes its turn among the bounded reads of its owner, and its count does', async () => {
    const order: unknown[] = [];
    const note = (name: string) => (): unknown => order.push(name);
    const endless = table.bounded
      .rows('ada', {
        sql: 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n',
        parameters: {},
      })
      .catch(note('endless'));
    const page = table.lists.page(owner('ada'), { q: 'fox' }, { limit: 10, after: null });
    const count = table.lists.count(owner('ada'), { q: 'fox' });
    await Promise.all([endless, page.then(note('page')), count.then(note('count'))]);
    expect(order).toEqual(['endless', 'page', 'count']);
    expect((await page).map(({ prompt_id }) => prompt_id)).toEqual([idOf(2), idOf(1)]);
    expect(await count).toBe(2);
  });
});
