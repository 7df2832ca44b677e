import { ManualClock } from '../../../../test/support/manual-clock';
import { JobLookupService } from './job-lookup.service';

const unused = undefined as never;

describe('what the watcher remembers of its look-ups', () => {
  const clock = new ManualClock();
  const watcher = new JobLookupService(unused, unused, unused, unused, clock);

  it('is their age', async () => {
    expect(watcher.age('a')).toBe(Infinity);
    watcher.seen('a');
    await clock.advance(250);
    expect(watcher.age('a')).toBe(250);
  });

  it("is bounded, however many of somebody else's prompts a node tells of", () => {
    watcher.seen('old');
    for (let at = 0; at < 10_000; at += 1) watcher.seen(`foreign-${at}`);
    expect(watcher.age('old')).toBe(Infinity);
    expect(watcher.age('foreign-9999')).toBe(0);
  });
});
