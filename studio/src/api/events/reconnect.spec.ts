import { ApiError } from '../api-error';
import { afterStream } from './reconnect';

const refusal = (status: number) => new ApiError(status, 'code', 'message', undefined, [], null);
const broken = new TypeError('network error');

describe('afterStream', () => {
  it.each([
    ['the service closed it', undefined, 0, { then: 'retry', waitMs: 250 }],
    ['the connection broke', broken, 0, { then: 'retry', waitMs: 250 }],
    ['it could not be opened twice', broken, 2, { then: 'retry', waitMs: 2000 }],
    ['it could not be opened for long', broken, 99, { then: 'retry', waitMs: 5000 }],
    ['the service is shutting down', refusal(503), 1, { then: 'retry', waitMs: 1000 }],
    ['the caller has too many streams', refusal(429), 0, { then: 'retry', waitMs: 10_000 }],
    ['a key is needed', refusal(401), 0, { then: 'sign_in' }],
  ] as const)('decides when %s', (_title, error, failures, expected) => {
    expect(afterStream(error, failures)).toEqual(expected);
  });
});
