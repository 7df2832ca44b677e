import { TestKinora } from '../support/kinora';
import { read, TestCaller } from '../support/caller';
import { eventually } from '../support/eventually';

const LOCKED = { security: { require_api_key: true } };
const BEHIND_PROXY = { ...LOCKED, server: { trusted_proxies: ['127.0.0.1/32'] } };
const WRONG = `kin_${'A'.repeat(43)}`;
/** Parallel requests of the attacker. */
const CONCURRENCY = 50;
/** Half of them from one address, each of the others from its own. */
const WRONG_KEYS = 500;

describe('failed sign-ins are throttled per peer address', () => {
  let kinora: TestKinora;
  let member: Awaited<ReturnType<TestKinora['agent']>>;
  beforeEach(async () => {
    kinora = await TestKinora.start({ server: BEHIND_PROXY.server });
    member = await kinora.agent('member');
    kinora.configure(BEHIND_PROXY);
  });
  afterEach(() => kinora.close());

  const signIn = async (key: string, forwarded: string | null) => {
    const headers = forwarded === null ? {} : { 'X-Forwarded-For': forwarded };
    return new TestCaller(kinora.url, headers).post('/api/session', { key });
  };
  const statuses = async (keys: readonly string[], forwarded: (n: number) => string | null) => {
    const answers = await Promise.all(keys.map((key, n) => signIn(key, forwarded(n))));
    return answers.map(({ status }) => status);
  };
  const wrong = (count: number): string[] => Array.from({ length: count }, () => WRONG);
  const failures = (all: readonly number[]): number => all.filter((one) => one === 401).length;
  /** Ten, plus the allowance that is refilled while a slow machine runs the test. */
  const expectThrottled = (all: readonly number[], since: number): void => {
    const grown = Math.ceil((performance.now() - since) / 6_000);
    expect(failures(all)).toBeGreaterThanOrEqual(10);
    expect(failures(all)).toBeLessThanOrEqual(10 + grown);
    expect(all.filter((one) => one === 429)).toHaveLength(all.length - failures(all));
  };

  it('many wrong keys never lock out a valid key from another address', async () => {
    const since = performance.now();
    const oneAddress: number[] = [];
    for (let sent = 0; sent < WRONG_KEYS; sent += 2 * CONCURRENCY) {
      const attack = statuses(wrong(CONCURRENCY), () => '203.0.113.7');
      const madeUp = statuses(wrong(CONCURRENCY), (n) => `10.0.${sent / CONCURRENCY}.${n}`);
      const rightful = await signIn(member.key, `198.51.100.${sent / CONCURRENCY}`);
      expect(rightful.status).toBe(200);
      oneAddress.push(...(await attack));
      expect(failures(await madeUp)).toBe(CONCURRENCY);
    }
    expectThrottled(oneAddress, since);
    expect((await signIn(member.key, '2001:db8::1')).status).toBe(200);
  });

  it('answers Retry-After, and does not affect signed-in callers', async () => {
    await statuses(wrong(11), () => '203.0.113.7');
    // On a slow machine, another try may be allowed again.
    const { status, body, headers } = await eventually(async () => {
      const answer = await signIn(WRONG, '203.0.113.7');
      return answer.status !== 401 && answer;
    });
    expect([status, body['code'], headers.get('set-cookie')]).toEqual([
      ...[429, 'too_many_attempts', null],
    ]);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(6);
    const sent = { 'X-Forwarded-For': '203.0.113.7' };
    expect((await member.get('/api/jobs', sent)).status).toBe(200);
    const cookie = { ...sent, Cookie: `kinora_key=${member.key}` };
    expect((await kinora.get('/api/jobs', cookie)).status).toBe(200);
    expect((await kinora.get('/api/session', cookie)).body['agent']).not.toBeNull();
  });

  it('behind an untrusted proxy all callers share one peer, and a valid key passes', async () => {
    kinora.configure(LOCKED);
    const since = performance.now();
    const attack = statuses(wrong(200), (n) => `192.0.2.${n}`);
    const rightful = await statuses(
      Array.from({ length: 20 }, () => member.key),
      () => null,
    );
    expect(new Set(rightful)).toEqual(new Set([200]));
    expectThrottled(await attack, since);
    expect((await signIn(member.key, '203.0.113.7')).status).toBe(200);
  });

  it.each<[string, (n: number) => string]>([
    ['one address with forged forwarded addresses', (n) => `192.0.2.${n}, 203.0.113.7`],
    ['an IPv4 address in either spelling', (n) => `${n % 2 ? '::ffff:' : ''}203.0.113.7`],
    ['an IPv6 network of 64 bits', (n) => `2001:db8:0:1:${n}::${n}`],
    ['invalid text from the proxy', (n) => `invalid-${n}`],
  ])('%s is one peer', async (_, forwarded) => {
    const since = performance.now();
    expectThrottled(await statuses(wrong(60), forwarded), since);
  });

  it('ignores forwarded addresses of an untrusted client', async () => {
    for (const server of [{}, { trusted_proxies: ['10.0.0.0/8', '::1'] }]) {
      kinora.configure({ ...LOCKED, server });
      const all = await statuses(wrong(30), (n) => `192.0.2.${n}`);
      expect(failures(all)).toBeLessThan(20);
    }
    kinora.configure(BEHIND_PROXY);
    expect(failures(await statuses(wrong(30), (n) => `192.0.2.${n}`))).toBe(30);
  });

  it('does not count valid keys and wrong Bearer keys', async () => {
    const right = Array.from({ length: 40 }, () => member.key);
    expect(new Set(await statuses(right, () => '203.0.113.7'))).toEqual(new Set([200]));
    const sent = { Authorization: `Bearer ${WRONG}`, 'X-Forwarded-For': '203.0.113.7' };
    const tries = Array.from({ length: 40 }, async () =>
      read(await fetch(`${kinora.url}/api/jobs`, { headers: sent })),
    );
    for (const { status } of await Promise.all(tries)) expect(status).toBe(401);
    expect((await signIn(member.key, '203.0.113.7')).status).toBe(200);
  });
});
