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
