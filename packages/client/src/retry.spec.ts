import { ConnectionError, KinoraError } from './errors.ts';
import { isRepeatable, retryWaitMs, withRetries } from './retry.ts';

const refusal = (status: number, code: string, seconds?: number) =>
  new KinoraError(status, { detail: 'x', code }, seconds);

describe('retryWaitMs', () => {
  it.each([
    ['waits as long as the service says', refusal(429, 'too_many_streams', 7), 7000],
    ['never waits longer than 30 s', refusal(503, 'x', 31), null],
    ['gives up on what stays refused', refusal(503, 'speech_not_configured'), null],
    ['leaves the cap to whoever can wait for a job', refusal(429, 'concurrency_cap', 5), null],
    ['gives up on errors of the request', refusal(404, 'job_not_found', 5), null],
    ['gives up on what is not an answer', new TypeError('x'), null],
  ])('%s', (_, error, expected) => expect(retryWaitMs(error, 0)).toBe(expected));

  it.each([new ConnectionError(), new KinoraError(502, null)])(
    'waits longer each time after %s, up to 30 s',
    (error) => {
      for (const [failures, most] of [500, 1000, 2000].entries()) {
        const waitMs = retryWaitMs(error, failures);
        expect(waitMs).toBeGreaterThanOrEqual(most * 0.75);
        expect(waitMs).toBeLessThanOrEqual(most);
      }
      expect(retryWaitMs(error, 60)).toBeLessThanOrEqual(30_000);
    },
  );
});

describe('isRepeatable', () => {
  it.each([
    ['GET', {}, true],
    ['PUT', {}, true],
    ['POST', {}, false],
    ['PATCH', {}, false],
    ['POST', { 'Idempotency-Key': 'x' }, true],
  ])('%s with %j: %s', (method, headers, expected) =>
    expect(isRepeatable(new Request('http://x/', { method, headers }))).toBe(expected),
  );
});

describe('withRetries', () => {
  const failing = (times: number, error: Error) => {
    let calls = 0;
    const attempt = (): Promise<number> => {
      calls += 1;
      return calls <= times ? Promise.reject(error) : Promise.resolve(calls);
    };
    return { attempt, calls: () => calls };
  };

  it('tries again until it succeeds', async () => {
    const { attempt } = failing(2, refusal(503, 'x', 0));
    expect(await withRetries(attempt, 4)).toBe(3);
  });

  it('gives up after so many retries, with the last error', async () => {
    const error = refusal(503, 'x', 0);
    const { attempt, calls } = failing(9, error);
    await expect(withRetries(attempt, 4)).rejects.toBe(error);
    expect(calls()).toBe(5);
  });

  it('ends its wait when the signal aborts', async () => {
    const { attempt, calls } = failing(9, refusal(503, 'x', 30));
    const stop = new AbortController();
    const result = withRetries(attempt, 4, stop.signal);
    stop.abort(new Error('enough'));
    await expect(result).rejects.toThrow('enough');
    expect(calls()).toBe(1);
  });
});
