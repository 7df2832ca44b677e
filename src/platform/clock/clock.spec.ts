import { ManualClock } from '../../../test/support/manual-clock';
import { SystemIds } from './clock';

describe('SystemIds', () => {
  const ids = new SystemIds();

  it.each([1, 2, 2 ** 32, 2 ** 48 - 1, 2 ** 48])(
    'returns random whole numbers below %d',
    (below) => {
      for (let n = 0; n < 100; n += 1) {
        const drawn = ids.integer(below);
        expect(Number.isInteger(drawn) && drawn >= 0 && drawn < below).toBe(true);
      }
    },
  );
});

describe('Clock.within', () => {
  it('resolves with the result, or with null when the work takes too long, and leaves no timer', async () => {
    const clock = new ManualClock();
    expect(await clock.within(1_000, Promise.resolve('done'))).toBe('done');
    await expect(clock.within(1_000, Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    );
    expect(clock.sleeping()).toEqual([]);
    const late = clock.within(1_000, new Promise<string>(() => undefined));
    expect(clock.sleeping()).toEqual([1_000]);
    await clock.advance(1_000);
    expect(await late).toBeNull();
    expect(clock.sleeping()).toEqual([]);
  });
});

describe('Clock.pause', () => {
  it('ends after its time, or as soon as its signal is aborted, and leaves no timer', async () => {
    const clock = new ManualClock();
    const whole = clock.pause(1_000, new AbortController().signal);
    await clock.advance(1_000);
    await whole;
    const abort = new AbortController();
    const cut = clock.pause(1_000, abort.signal);
    abort.abort();
    await cut;
    await clock.pause(1_000, abort.signal);
    expect(clock.sleeping()).toEqual([]);
  });
});

describe('Clock.repeat', () => {
  it('does a round at once and after each pause, also when one fails, until its signal is aborted', async () => {
    const clock = new ManualClock();
    const end = new AbortController();
    const failures: unknown[] = [];
    let rounds = 0;
    const ended = clock.repeat({
      signal: end.signal,
      round: () => {
        rounds += 1;
        return rounds === 2 ? Promise.reject(new Error('broken')) : Promise.resolve();
      },
      pauseMs: () => rounds * 1_000,
      onFailure: (error) => failures.push(error),
    });
    await clock.advance(0);
    expect(rounds).toBe(1);
    await clock.advance(1_000);
    expect(failures).toEqual([new Error('broken')]);
    await clock.advance(2_000);
    expect(rounds).toBe(3);
    expect(clock.sleeping()).toEqual([3_000]);
    end.abort();
    await ended;
    expect(rounds).toBe(3);
    expect(clock.sleeping()).toEqual([]);
  });
});
