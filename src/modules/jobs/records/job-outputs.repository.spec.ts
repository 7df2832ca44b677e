import { jobRow, JobTable } from '../../../../test/support/job-table';
import { JobEntity, type JobOutputRow } from './job.entity';

describe('JobOutputsRepository.add', () => {
  let table: JobTable;
  const job = jobRow(1, { phase: 'collecting', status: 'running' });
  const output = (position: number, path: string): JobOutputRow => ({
    prompt_id: job.prompt_id,
    position,
    type: 'image',
    filename: path,
    path,
    text: null,
    width: 8,
    height: 8,
    duration: null,
    folder_type: null,
  });

  beforeAll(async () => {
    table = await JobTable.open('sqlite::memory:');
    await table.source.manager.insert(JobEntity, { ...job, number: 1 } as object);
  });
  afterAll(() => table.close());

  it('adds an output once that is collected again after a kill', async () => {
    const { outputs } = table;
    const collected = [output(0, 'a'), output(1, 'b')];
    for (const one of [...collected, ...collected]) expect(await outputs.add(one)).toBe(true);
    expect(await outputs.of(job.prompt_id)).toEqual(collected);
  });

  it('adds nothing to a job that has ended', async () => {
    const { jobs, outputs } = table;
    await jobs.change(job, { status: 'cancelled', phase: 'done' });
    expect(await outputs.add(output(2, 'c'))).toBe(false);
    expect(await outputs.of(job.prompt_id)).toHaveLength(2);
  });
});
