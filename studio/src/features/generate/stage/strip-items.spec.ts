import type { Job, LiveJob, MediaTile } from '../../../api/types';
import { endedJobs, MAX_WAITING, stripItems } from './strip-items';

const live = (prompt_id: string, status: LiveJob['status'], node_unreachable = false) =>
  ({ prompt_id, status, node_unreachable, prompt: `prompt of ${prompt_id}` }) as LiveJob;
const tile = (path: string) => ({ path, name: path, alt: `alt of ${path}` }) as MediaTile;
const ended = (prompt_id: string, status?: Job['status'], path?: string) => ({
  prompt_id,
  prompt: prompt_id,
  job: status && ({ status, outputs: path === undefined ? [] : [{ path }] } as unknown as Job),
});
const keys = (sources: Parameters<typeof stripItems>[0]) =>
  stripItems(sources).map(({ key }) => key);

describe('the strip', () => {
  it('shows what runs before what waits, then the results', () => {
    const unfinished = [live('w', 'queued'), live('r', 'running')];
    expect(keys({ unfinished, ended: [], tiles: [tile('a.png')] })).toEqual(['r', 'w', 'a.png']);
  });

  it('counts a running job as waiting while its node is away', () => {
    const unfinished = [live('lost', 'running', true), live('r', 'running')];
    expect(keys({ unfinished, ended: [], tiles: [] })).toEqual(['r', 'lost']);
  });

  it('calls results and jobs by what they show, not by their files', () => {
    const sources = { unfinished: [live('r', 'running')], ended: [], tiles: [tile('a.png')] };
    expect(stripItems(sources)).toMatchObject([
      { label: 'prompt of r' },
      { label: 'alt of a.png' },
    ]);
  });

  it('shows a limited number of waiting jobs', () => {
    const unfinished = Array.from({ length: 20 }, (_, index) => live(String(index), 'queued'));
    expect(keys({ unfinished, ended: [], tiles: [] })).toHaveLength(MAX_WAITING);
  });

  it('keeps the place of an ended job until its result is listed', () => {
    const done = ended('j', 'completed', 'j.png');
    expect(keys({ unfinished: [], ended: [ended('j')], tiles: [] })).toEqual(['j']);
    expect(keys({ unfinished: [], ended: [done], tiles: [] })).toEqual(['j']);
    expect(keys({ unfinished: [], ended: [done], tiles: [tile('j.png')] })).toEqual(['j.png']);
  });

  it('shows a job once that was missed for a moment, as at the start of a new event stream', () => {
    const job = { id: 'a', prompt: 'a fox' };
    const missed = endedJobs({ unfinished: [job], ended: [] }, []);
    expect(missed).toEqual([job]);
    const back = endedJobs({ unfinished: [], ended: missed }, [job]);
    expect(back).toEqual([]);
    expect(endedJobs({ unfinished: [job], ended: back }, [])).toEqual([job]);
  });

  it('keeps the squares of a limited number of ended jobs, newest first', () => {
    const jobs = Array.from({ length: 30 }, (_, index) => ({ id: `${index}`, prompt: '' }));
    const ended = endedJobs({ unfinished: jobs, ended: [] }, []);
    expect(ended).toEqual(jobs.slice(-24).reverse());
  });

  it('keeps jobs that failed, not those that were cancelled', () => {
    const jobs = [ended('c', 'cancelled'), ended('f', 'failed')];
    const items = stripItems({ unfinished: [], ended: jobs, tiles: [] });
    expect(items).toMatchObject([{ kind: 'ended', key: 'f', hasFailed: true }]);
  });
});
