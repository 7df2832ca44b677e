import { jobRow, JobTable } from '../../../../test/support/job-table';
import { plansOf } from '../../../../test/support/query-plan';
import { type Caller, UNRESTRICTED } from '../../../platform/access/caller';
import { OwnPromptsRepository } from './own-prompts.repository';

const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const agent = (ownerId: string): Caller => ({ ...UNRESTRICTED, ownerId, isAdmin: false });

describe('whose prompts these are', () => {
  let table: JobTable;
  let prompts: OwnPromptsRepository;

  beforeAll(async () => {
    table = await JobTable.open('sqlite::memory:');
    prompts = new OwnPromptsRepository(table.source);
    const owners = ['ada', 'ada', 'bob', null];
    const rows = owners.map((owner_id, n) => jobRow(n, { prompt_id: idOf(n), owner_id }));
    await table.fill(rows);
  });
  afterAll(() => table.source.destroy());

  const asked = [idOf(0), idOf(1), idOf(2), idOf(3), idOf(4), 'x', "' OR 1=1 --", ''];

  it('is told of those that are theirs, and to an admin of all that are jobs', async () => {
    expect(await prompts.among(agent('ada'), asked)).toEqual(new Set([idOf(0), idOf(1)]));
    expect(await prompts.among(agent('bob'), asked)).toEqual(new Set([idOf(2)]));
    expect(await prompts.among(agent('eve'), asked)).toEqual(new Set());
    expect((await prompts.among(UNRESTRICTED, asked)).size).toBe(4);
  });

  it('costs one statement, whoever’s they are and however many, and no walk through all jobs', async () => {
    const many = Array.from({ length: 20_000 }, (_, n) => idOf(n));
    for (const ids of [asked, [idOf(2)], [idOf(99)], many.reverse()]) {
      const sent = await table.statementsOf(() => prompts.among(agent('ada'), ids));
      expect(sent).toHaveLength(1);
      const [plan] = await plansOf(table.source, sent);
      expect(plan).toMatchObject({ scanned: [], indices: ['sqlite_autoindex_jobs_1'] });
    }
  });

  it('costs none when nothing can be anybody’s job', async () => {
    expect(await table.statementsOf(() => prompts.among(agent('ada'), ['x', '']))).toEqual([]);
  });
});
