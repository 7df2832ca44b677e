import { jobRow } from '../../../../test/support/job-table';
import { JobCache } from './job-cache';

const MIB = 1024 * 1024;

it('drops the jobs used longest ago when long values fill the cache, whichever column has them', () => {
  const long = 'x'.repeat(MIB);
  const columns = [
    { settings: { long } },
    { prompt: long },
    { node_errors: { long } },
    { models: [long] },
  ];
  for (const column of columns) {
    const cache = new JobCache();
    const open = Array.from({ length: 10 }, (_, n) => jobRow(n, { phase: 'on_node', ...column }));
    const ended = open.map((job) => ({ ...job, phase: 'done' as const }));
    for (const job of open) cache.setOpen(job);
    for (const job of ended) cache.setEnded(job, []);
    const cachedOpen = open.filter(({ prompt_id }) => cache.openJob(prompt_id));
    const cachedEnded = ended.filter(({ prompt_id }) => cache.endedJob(prompt_id));
    expect(cachedOpen).toEqual(open.slice(3));
    expect(cachedEnded).toEqual(ended.slice(3));
  }
});
