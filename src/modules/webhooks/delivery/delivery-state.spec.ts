import { afterAttempt, type Outcome } from './delivery-state';

const NEW = { attempts: 0, is_single: false };
const RULES = { pauses: [5_000, 300_000], jitter: 0 };

describe('afterAttempt', () => {
  it.each([200, 201, 204, 299])('is delivered after %i', (httpStatus) => {
    expect(afterAttempt(NEW, { httpStatus }, RULES)).toEqual({
      status: 'delivered',
      attempts: 1,
      http_status: httpStatus,
      error: null,
      retryInMs: null,
      disables: null,
    });
  });

  it.each<[string, Outcome, string]>([
    ['a redirect', { httpStatus: 302 }, 'redirected'],
    ['a refusal', { httpStatus: 404 }, 'http_error'],
    ['a failure', { httpStatus: 503 }, 'http_error'],
    ['an odd status', { httpStatus: 199 }, 'http_error'],
    ['no answer', { error: 'timeout' }, 'timeout'],
    ['a private address', { error: 'private_address' }, 'private_address'],
  ])('is tried again after %s', (_, outcome, error) => {
    expect(afterAttempt(NEW, outcome, RULES)).toMatchObject({
      status: 'waiting',
      attempts: 1,
      error,
      retryInMs: 5_000,
      disables: null,
    });
  });

  it('waits longer each time, and is given up after the last pause', () => {
    const outcome = { httpStatus: 500 };
    const second = afterAttempt({ ...NEW, attempts: 1 }, outcome, RULES);
    expect(second).toMatchObject({ status: 'waiting', attempts: 2, retryInMs: 300_000 });
    expect(afterAttempt({ ...NEW, attempts: 2 }, outcome, RULES)).toMatchObject({
      status: 'failed',
      attempts: 3,
      retryInMs: null,
      disables: 'retries_exhausted',
    });
  });

  it('makes pauses up to a tenth longer', () => {
    const retry = (jitter: number) =>
      afterAttempt(NEW, { error: 'timeout' }, { ...RULES, jitter }).retryInMs;
    expect([0, 0.5, 1].map(retry)).toEqual([5_000, 5_250, 5_500]);
  });

  it('ends at once, and disables the webhook, when the receiver is gone', () => {
    const state = afterAttempt(NEW, { httpStatus: 410 }, RULES);
    expect(state).toMatchObject({ status: 'failed', error: 'http_error', disables: 'gone' });
  });

  it('ends at once when the owner may not read the event', () => {
    const state = afterAttempt(NEW, { error: 'not_permitted' }, RULES);
    expect(state).toMatchObject({ status: 'failed', retryInMs: null, disables: null });
  });

  it('tries what somebody asked for once, and never disables the webhook for it', () => {
    for (const httpStatus of [500, 410])
      expect(afterAttempt({ ...NEW, is_single: true }, { httpStatus }, RULES)).toMatchObject({
        status: 'failed',
        attempts: 1,
        disables: null,
      });
  });
});
