import { ManualClock } from '../../../test/support/manual-clock';
import { TooManyAttempts } from './auth.errors';
import { SignInThrottleService } from './sign-in-throttle.service';

type Outcome = 'right' | 'wrong' | number;

describe('SignInThrottle', () => {
  let clock: ManualClock;
  let throttle: SignInThrottleService;
  beforeEach(() => {
    clock = new ManualClock();
    throttle = new SignInThrottleService(clock);
  });

  /** How an attempt ends; a number is how many seconds it is told to wait. */
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

  it('lets ten wrong keys through, then one more every six seconds', async () => {
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

  it('many at once get no further than many in a row; right ones among them pass', async () => {
    const [many, right] = await Promise.all([
      together(500, 'a', 'wrong'),
      together(20, 'a', 'right'),
    ]);
    expect(many).toEqual([...wrong(10), ...Array.from({ length: 490 }, () => 6)]);
    expect(new Set(right)).toEqual(new Set(['right']));
  });

  it('right keys cost nothing, however many at once', async () => {
    expect(new Set(await together(100, 'a', 'right'))).toEqual(new Set(['right']));
    expect(await together(10, 'a', 'wrong')).toEqual(wrong(10));
  });

  it('a check that breaks costs nothing and holds up nobody', async () => {
    const broken = throttle.attempt('a', () => Promise.reject(new Error('away')));
    const next = together(11, 'a', 'wrong');
    await expect(broken).rejects.toThrow('away');
    expect(await next).toEqual([...wrong(10), 6]);
  });

  it('one network’s failures are no other’s, and so are 12,000 others’', async () => {
    await together(11, 'a', 'wrong');
    const others = Array.from({ length: 12_000 }, (_, n) => attempt(`made up ${n}`, 'wrong'));
    expect(new Set(await Promise.all(others))).toEqual(new Set(['wrong']));
    expect(await attempt('b', 'right')).toBe('right');
    expect(await together(11, 'c', 'wrong')).toEqual([...wrong(10), 6]);
  });
});
