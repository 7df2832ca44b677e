import { jobRow } from '../../../../test/support/job-table';
import { withTimeline } from './timeline';

const job = jobRow(1, { status: 'queued', phase: 'on_node', provider: 'a', attempts: 1 });
const before = { phase: 'on_node', at: 1, attempt: 1, provider: 'a' };
const waiting = { ...job, timeline: [before] };

describe('a timeline', () => {
  it.each([
    [{ status: 'running' as const }, { phase: 'running', attempt: 1, provider: 'a' }],
    [{ phase: 'collecting' as const }, { phase: 'collecting', attempt: 1, provider: 'a' }],
    [
      { phase: 'waiting' as const, provider: 'b' },
      { phase: 'waiting', attempt: 1, provider: 'b' },
    ],
    [
      { status: 'cancelled' as const, phase: 'withdrawing' as const },
      { phase: 'cancelled', attempt: 1, provider: 'a' },
    ],
  ])('gets an entry for %j', (patch, entry) => {
    expect(withTimeline(waiting, patch, 7).timeline).toEqual([before, { ...entry, at: 7 }]);
  });

  it('gets none for a change within a phase, also after the end', () => {
    expect(withTimeline(waiting, { number: 3 }, 7)).toEqual({ number: 3 });
    const ended = { ...waiting, status: 'cancelled' as const, phase: 'withdrawing' as const };
    expect(withTimeline(ended, { phase: 'done' }, 7)).toEqual({ phase: 'done' });
  });

  it('keeps the newest fifty entries, and begins with jobs from before it existed', () => {
    const full = { ...job, timeline: Array(50).fill(before) };
    const { timeline } = withTimeline(full, { status: 'running' }, 7);
    expect([timeline?.length, timeline?.at(-1)?.at]).toEqual([50, 7]);
    expect(withTimeline(job, { status: 'running' }, 7).timeline).toHaveLength(1);
  });
});
