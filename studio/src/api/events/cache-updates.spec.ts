import { QueryClient } from '@tanstack/react-query';
import type { LiveJob } from '../types';
import { CacheUpdates } from './cache-updates';
import type { RefreshQueue } from './refresh-queue';

const LIST = ['jobs', 'history'];
const job = (prompt_id: string, more: Partial<LiveJob> = {}) =>
  ({ prompt_id, status: 'running', node_unreachable: false, ...more }) as LiveJob;

describe('the cache after an event', () => {
  const client = new QueryClient();
  const refreshed: string[] = [];
  const updates = new CacheUpdates(client, {
    add: (...key: string[]) => void refreshed.push(key.join(' ')),
  } as unknown as RefreshQueue);
  const receive = (data: LiveJob) => updates.receive({ id: '', kind: 'job', data });
  const isOutOfDate = (queryKey: readonly string[]) =>
    client.getQueryState(queryKey)?.isInvalidated;

  beforeEach(() => {
    client.clear();
    refreshed.length = 0;
    client.setQueryData(LIST, { items: [job('a')] });
  });

  afterAll(() => client.clear());

  it('shows what the event tells', () => {
    receive(job('a', { node_unreachable: true }));
    expect(client.getQueryData(LIST)).toEqual({ items: [job('a', { node_unreachable: true })] });
    expect(refreshed).toEqual(['job a']);
  });

  it('changes the record of the job, not its graph', () => {
    client.setQueryData(['job', 'a'], { ...job('a'), timeline: [] });
    client.setQueryData(['job', 'a', 'graph'], {});
    receive(job('a', { status: 'completed' }));
    expect(client.getQueryData(['job', 'a'])).toMatchObject({ status: 'completed', timeline: [] });
    expect(client.getQueryData(['job', 'a', 'graph'])).toEqual({});
  });

  it('fetches lists again that a new job may belong to', () => {
    receive(job('b'));
    expect(refreshed).toEqual(['job b', 'jobs unfinished', 'jobs palette', 'prompts']);
  });

  it('fetches the history again only when a job has ended', () => {
    client.setQueryData(['job', 'a'], job('a', { status: 'queued' }));
    client.setQueryData(LIST, { items: [job('a', { status: 'queued' })] });
    receive(job('a'));
    receive(job('a', { status: 'completed' }));
    expect(refreshed).toEqual(['job a', 'jobs unfinished', 'jobs palette', 'job a', 'jobs']);
  });

  it('still fetches a list again that was out of date before', async () => {
    const other = ['jobs', 'unfinished'];
    client.setQueryData(other, { items: [job('c')] });
    client.setQueryData(['job', 'a'], job('a'));
    await client.invalidateQueries();
    receive(job('a', { node_unreachable: true }));
    expect([LIST, other, ['job', 'a']].map(isOutOfDate)).toEqual([true, true, true]);
  });
});
