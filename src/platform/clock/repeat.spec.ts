import { ManualClock } from '../../../test/support/manual-clock';
import { repeat } from './repeat';

describe('repeat', () => {
  const clock = new ManualClock();

  it('runs the task at once and after each pause, also after a failure, until it is aborted', async () => {
    const ending = new AbortController();
    const errors: unknown[] = [];
    let runs = 0;
    const over = repeat(
      () => {
        runs += 1;
        return runs === 1 ? Promise.reject(new Error('first')) : Promise.resolve();
      },
      {
        clock,
        pauseMs: 1_000,
        signal: ending.signal,
        onError: (error) => errors.push(error),
      },
    );
    await clock.advance(0);
    await clock.advance(999);
    expect([runs, errors]).toEqual([1, [new Error('first')]]);
    await clock.advance(1);
    expect(runs).toBe(2);
    ending.abort();
    await over;
    await clock.advance(5_000);
    expect(runs).toBe(2);
  });
});
