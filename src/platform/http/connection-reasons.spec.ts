import { get } from 'node:http';
import { readConnectionError } from './connection-reasons';

const failed = (code: string, syscall: string): Error =>
  Object.assign(new Error('failed'), { code, syscall });

describe('readConnectionError', () => {
  it('tells that nothing was sent if no connection was made', async () => {
    const error = await new Promise((resolve) => get('http://127.0.0.1:1/').on('error', resolve));
    expect(readConnectionError(error)).toEqual({ code: 'ECONNREFUSED', isUnconnected: true });
    const both = new AggregateError([failed('ETIMEDOUT', 'connect')]);
    expect(readConnectionError(both)).toEqual({ code: 'ETIMEDOUT', isUnconnected: true });
  });

  it.each(['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])(
    'leaves open what was sent if an open connection ends with %s',
    (code) => {
      expect(readConnectionError(failed(code, 'read'))).toEqual({ code, isUnconnected: false });
      expect(readConnectionError(failed(code, 'connect')).isUnconnected).toBe(true);
    },
  );
});
