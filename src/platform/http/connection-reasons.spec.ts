import { get } from 'node:http';
import axios from 'axios';
import { readConnectionError } from './connection-reasons';

const failed = (code: string, syscall: string): Error =>
  Object.assign(new Error('failed'), { code, syscall });

describe('readConnectionError', () => {
  it('tells that nothing was sent if no connection was made, with Node and with axios', async () => {
    const url = 'http://127.0.0.1:1/';
    const ofNode = new Promise((resolve) => get(url).on('error', resolve));
    const ofAxios = axios.get(url, { proxy: false }).catch((error: unknown) => error);
    const refused = { code: 'ECONNREFUSED', isUnconnected: true };
    expect(readConnectionError(await ofNode)).toEqual(refused);
    expect(readConnectionError(await ofAxios)).toEqual(refused);
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
