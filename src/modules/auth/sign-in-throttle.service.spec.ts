import { ManualClock } from '../../../test/support/manual-clock';
import { TooManyAttempts } from './auth.errors';
import { SignInThrottleService } from './sign-in-throttle.service';

type Outcome = 'right' | 'wrong' | number;

describe('SignInThrottleService', () => {
  let clock: ManualClock;
  let throttle: SignInThrottleService;
  beforeEach(() => {
    clock = new ManualClock();
    throttle = new SignInThrottleService(clock);
  });

  /** How an attempt ends; a number is how many seconds it has to wait. */
  async function attempt(network: string, key: 'right' | 'wrong'): Promise<Outcome> {
    const check = async (): Promise<string | null> => {
      await new Promise(setImmediate);
      return key === 'right' ? key : null;
    };
    try {
      return (await throttle.attempt(network, check)) === null ? 'wrong' : 'right';
    } catch (error) {
      if (!(error instanceof TooManyAttempts)) throw error;
      return Number(error.headers['Retry-After']);
    }
  }
  const together = (count: number, network: string, key: 'right' | 'wrong'): Promise<Outcome[]> =>
    Promise.all(Array.from({ length: count }, () => attempt(network, key)));
  const wrong = (count: number): Outcome[] => Array.from({ length: count }, () => 'wrong');

  it('allows ten wrong keys, then one more every six seconds', async () => {
    for (let n = 0; n < 10; n += 1) expect(await attempt('a', 'wrong')).toBe('wrong');
    expect(await attempt('a', 'wrong')).toBe(6);
    await clock.advance(2_500);
    expect(await attempt('a', 'right')).toBe('right');
    expect(await attempt('a', 'wrong')).toBe(4);
    await clock.advance(3_500);
    expect([await attempt('a', 'wrong'), await attempt('a', 'wrong')]).toEqual(['wrong', 6]);
    await clock.advance(3_600_000);
    expect(await together(12, 'a', 'wrong')).toEqual([...wrong(10), 6, 6]);
  });

  it('limits parallel attempts like sequential ones, and valid keys among them pass', async () => {
    const [many, right] = await Promise.all([
      together(500, 'a', 'wrong'),
      together(20, 'a', 'right'),
    ]);
    expect(many).toEqual([...wrong(10), ...Array.from({ length: 490 }, () => 6)]);
    expect(new Set(right)).toEqual(new Set(['right']));
  });

  it('does not count valid keys, however many at once', async () => {
    expect(new Set(await together(100, 'a', 'right'))).toEqual(new Set(['right']));
    expect(await together(10, 'a', 'wrong')).toEqual(wrong(10));
  });

  it('does not count a check that throws', async () => {
    const broken = throttle.attempt('a', () => Promise.reject(new Error('away')));
    const next = together(11, 'a', 'wrong');
    await expect(broken).rejects.toThrow('away');
    expect(await next).toEqual([...wrong(10), 6]);
  });

  it('counts each network separately, also with 12,000 others', async () => {
    await together(11, 'a', 'wrong');
    const others = Array.from({ length: 12_000 }, (_, n) => attempt(`made up ${n}`, 'wrong'));
    expect(new Set(await Promise.all(others))).toEqual(new Set(['wrong']));
    expect(await attempt('b', 'right')).toBe('right');
    expect(await together(11, 'c', 'wrong')).toEqual([...wrong(10), 6]);
  });
});
