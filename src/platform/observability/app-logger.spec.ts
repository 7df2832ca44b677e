import type { LogLevel } from '../config/app-config';
import { requestContext } from '../http/request-context';
import { AppLogger } from './app-logger';

describe('AppLogger', () => {
  const lines: string[] = [];
  let level: LogLevel = 'debug';
  const logger = new AppLogger(() => level, { write: (line: string) => void lines.push(line) });
  beforeEach(() => lines.splice(0));
  const last = (): Record<string, unknown> =>
    JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown>;

  it('writes JSON with level, time, name and message', () => {
    logger.log('hello', 'Module');
    expect(last()).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      context: 'Module',
      msg: 'hello',
    });
  });

  it('uses the level that is configured now', () => {
    level = 'warn';
    logger.log('hello', 'Module');
    level = 'debug';
    expect(lines).toEqual([]);
    logger.debug('hello', 'Module');
    expect(last()).toMatchObject({ level: 'debug' });
  });

  it('writes an object before the message as fields', () => {
    logger.warn({ prompt_id: 'p', err: new Error('broke') }, 'it broke', 'Module');
    expect(last()).toMatchObject({
      level: 'warn',
      prompt_id: 'p',
      msg: 'it broke',
      err: { type: 'Error', message: 'broke', stack: expect.stringContaining('app-logger.spec') },
    });
  });

  it('writes an error without a message, as Nest passes it', () => {
    logger.error(new TypeError('odd'), undefined, 'Module');
    expect(last()).toMatchObject({ msg: 'odd', context: 'Module', err: { type: 'TypeError' } });
  });

  it('omits the fields that drivers and clients add to their errors', () => {
    const driver = Object.assign(new Error('failed', { cause: new Error('why') }), {
      code: 'SQLITE_BUSY',
      query: 'INSERT …',
      parameters: ['a prompt'],
      config: { headers: { Authorization: 'Bearer kin_secret' } },
    });
    logger.error({ err: driver }, 'no write', 'Module');
    expect(last()['err']).toEqual({
      type: 'Error',
      message: 'failed',
      code: 'SQLITE_BUSY',
      stack: expect.any(String),
      cause: expect.objectContaining({ message: 'why' }),
    });
  });

  it('hides the values of secret fields at any depth, whatever the case of their names', () => {
    const fields = {
      key: 'kin_x',
      node: { headers: { a: 'b' } },
      jobs: [{ request: { prompt: 'a fox', Authorization: 'Bearer kin_x', seed: 7 } }],
    };
    logger.log(fields, 'fields', 'Module');
    expect(last()).toMatchObject({
      key: '[hidden]',
      node: { headers: '[hidden]' },
      jobs: [{ request: { prompt: '[hidden]', Authorization: '[hidden]', seed: 7 } }],
    });
  });

  it('omits added fields from errors that are nested in other fields', () => {
    const error = Object.assign(new Error('failed'), { query: 'a fox' });
    logger.warn({ results: [error] }, 'failed', 'Module');
    expect(last()['results']).toEqual([
      { type: 'Error', message: 'failed', stack: expect.any(String) },
    ]);
  });

  it('writes a line for an object that contains itself', () => {
    const fields: Record<string, unknown> = { count: 1 };
    fields['self'] = fields;
    logger.log(fields, 'cycle', 'Module');
    expect(last()).toMatchObject({ count: 1, self: { count: 1 }, msg: 'cycle' });
  });

  it('includes the id of the current request', () => {
    requestContext.run({ requestId: 'r-1', owner: 'public' }, () => {
      logger.log('inside', 'Module');
    });
    expect(last()['request_id']).toBe('r-1');
  });

  it('logs the start messages of Nest at debug level only', () => {
    logger.log('AppModule dependencies initialized', 'InstanceLoader');
    expect(last()['level']).toBe('debug');
  });

  it('writes nothing below its level', () => {
    logger.verbose('nothing', 'Module');
    expect(lines).toEqual([]);
  });
});
