import { ManualClock } from '../../../test/support/manual-clock';

const DAY = 86_400_000;

describe('a system clock that somebody sets', () => {
  it.each([
    ['nobody sets', [0]],
    ['is set forward', [DAY]],
    ['is set back', [-DAY]],
    ['is set forward and back', [DAY, -DAY]],
    ['is set back and forward', [-DAY, DAY]],
    ['is set twice', [DAY, DAY]],
  ])('measures the time since an earlier moment when it %s', async (_, steps) => {
    const clock = new ManualClock();
    const then = clock.now();
    for (const ms of steps) {
      await clock.advance(1_000);
      clock.set(ms);
      await clock.advance(1_000);
    }
    expect(clock.elapsedSince(then)).toBe(steps.length * 2_000);
    const later = clock.now();
    await clock.advance(500);
    expect(clock.elapsedSince(later)).toBe(500);
    expect(clock.before(1_000)).toBeLessThanOrEqual(clock.now() - 1_000);
    expect(clock.elapsedSince(clock.before(60_000))).toBeGreaterThanOrEqual(60_000);
  });

  it('waits no longer for the past once a step forward was corrected', async () => {
    const clock = new ManualClock();
    for (const ms of [365 * DAY, -365 * DAY]) {
      clock.set(ms);
      await clock.advance(1_000);
    }
    expect(clock.before(DAY)).toBe(clock.now() - DAY);
  });

  it('takes no time of the future for an earlier one', () => {
    const clock = new ManualClock();
    expect(clock.elapsedSince(clock.now() + DAY)).toBe(0);
  });
});
