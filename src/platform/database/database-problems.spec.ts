import {
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from 'typeorm';
import { errorAnswer } from '../errors/error-answer';
import { ConnectionFailed, mayHaveCommitted } from './database-problems';

const driverError = (code: string, fields: object = {}): Error =>
  Object.assign(new Error('of the driver'), { code, ...fields });
const failed = (query: string, cause: Error): Error => new QueryFailedError(query, [], cause);
const terminated = new Error('Connection terminated unexpectedly');
const SERVER = { severity: 'FATAL' };

describe('errors of the connection to the database', () => {
  it.each([
    ['an attempt to connect', new ConnectionFailed(driverError('ECONNREFUSED'))],
    ['a broken connection', failed('SELECT 1', driverError('ECONNRESET'))],
    ['a connection that the driver gave up', failed('SELECT 1', terminated)],
    ['a server that shuts down', failed('SELECT 1', driverError('57P01', SERVER))],
    ['a connection lost before a statement', new QueryRunnerProviderAlreadyReleasedError()],
    ['a connection lost before a commit', new QueryRunnerAlreadyReleasedError()],
  ])('are 503: %s', (_, error) => {
    expect(errorAnswer(error, 'id')).toMatchObject({
      status: 503,
      body: { code: 'database_unusable' },
      unexpected: true,
    });
  });

  it.each([
    ['another server that refuses connections', driverError('ECONNREFUSED')],
    ['another server that ends a connection', new TypeError('terminated', { cause: terminated })],
    ['a child process whose input is closed', driverError('EPIPE')],
    ['a statement that ran too long', failed('SELECT 1', driverError('57014', SERVER))],
  ])('are not those of %s', (_, error) => {
    expect(errorAnswer(error, 'id')).toMatchObject({ status: 500, body: { code: 'internal' } });
  });

  it('have the code as their message if there is none', () => {
    const refused = new AggregateError([], '');
    expect(new ConnectionFailed(Object.assign(refused, { code: 'ECONNREFUSED' })).message).toBe(
      'ECONNREFUSED',
    );
  });
});

it.each([
  [true, failed('COMMIT', terminated)],
  [true, failed('COMMIT', driverError('57P01', SERVER))],
  // Poolers report a lost server with codes of this class.
  [true, failed('COMMIT', driverError('08P01', SERVER))],
  [false, failed('COMMIT', driverError('23503', SERVER))],
  [false, failed('INSERT', terminated)],
  [false, new QueryRunnerAlreadyReleasedError()],
])('mayHaveCommitted is %s for %s', (expected, error) => {
  expect(mayHaveCommitted(error)).toBe(expected);
});
