import { KinoraError } from '@kinora/client';
import { decideReconnect } from './reconnect';

const refusal = (status: number) => new KinoraError(status, null);
const broken = new TypeError('network error');

describe('decideReconnect', () => {
  it.each([
    ['the service closed the stream', undefined, 0, { action: 'retry', waitMs: 250 }],
    ['the connection broke', broken, 0, { action: 'retry', waitMs: 250 }],
    ['two attempts have failed', broken, 2, { action: 'retry', waitMs: 2000 }],
    ['99 attempts have failed', broken, 99, { action: 'retry', waitMs: 5000 }],
    ['the service is shutting down', refusal(503), 1, { action: 'retry', waitMs: 1000 }],
    ['the caller has too many streams', refusal(429), 0, { action: 'retry', waitMs: 10_000 }],
    ['a key is needed', refusal(401), 0, { action: 'sign_in' }],
  ] as const)(
    'decides whether and when to reconnect when %s',
    (_title, error, failures, expected) => {
      expect(decideReconnect(error, failures)).toEqual(expected);
    },
  );
});
