import { ManualClock } from '../../../test/support/manual-clock';
import { KeyedThrottle } from './keyed-throttle';

describe('KeyedThrottle', () => {
  const clock = new ManualClock();
  const throttle = new KeyedThrottle(clock);
  const runs: string[] = [];
  const request = (key: string, work: string): void =>
    throttle.run(key, 100, () => void runs.push(work));

  it('runs at once, and the last of all requests of an interval at its end, for each key', async () => {
    for (const work of ['a1', 'a2', 'a3']) request('a', work);
    request('b', 'b1');
    expect(runs).toEqual(['a1', 'b1']);
    await clock.advance(99);
    expect(runs).toEqual(['a1', 'b1']);
    await clock.advance(1);
    expect(runs).toEqual(['a1', 'b1', 'a3']);
    request('a', 'a4');
    await clock.advance(100);
    expect(runs).toEqual(['a1', 'b1', 'a3', 'a4']);
    await clock.advance(100);
    expect(clock.sleeping()).toEqual([]);
  });
});
