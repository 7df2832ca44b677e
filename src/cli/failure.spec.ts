import { AppError, errorSpec } from '../platform/errors/app-error';
import { DatabaseUnready } from '../platform/database/database-unready';
import { ValidationFailed } from '../platform/errors/validation-failed';
import { failureOf, KeyNotKept, UsageFault } from './failure';
import { KeyFileRefused } from './key-file';

class Sample extends AppError {
  constructor() {
    super(errorSpec({ code: 'cli_sample', status: 400, meaning: 'Only here.' }), 'Not so.');
  }
}

describe('failureOf', () => {
  it.each([
    [new UsageFault('so'), 2, 'so'],
    [new KeyFileRefused('so'), 5, 'so'],
    [new KeyNotKept('so'), 6, 'so'],
    [DatabaseUnready.of('older'), 7, 'Start Kinora once'],
    [Object.assign(new Error('x'), { code: 'SQLITE_BUSY' }), 1, 'Run this again.'],
    [Object.assign(new Error('x'), { code: 'SQLITE_READONLY' }), 1, 'as the user that Kinora'],
    [new TypeError('x'), 1, 'Kinora failed: TypeError: x'],
    ['x', 1, 'Kinora failed: x'],
  ])('%p ends with %i', (thrown, code, words) => {
    const failure = failureOf(thrown);
    expect(failure.code).toBe(code);
    expect(failure.text).toContain(words);
    expect(failure.body).toEqual({ detail: failure.text });
  });

  it('names options where the wire has fields', () => {
    const items = [
      { loc: ['body', 'allowed_characters', 0], msg: 'One.', type: 'string_pattern_mismatch' },
      { loc: ['path', 'id'], msg: 'Two.', type: 'string_pattern_mismatch' },
      { loc: ['body', 'is_admin'], msg: 'Three.', type: 'bool_type' },
    ] as const;
    expect(failureOf(new ValidationFailed(items))).toEqual({
      code: 2,
      text: '--characters, item 1: One.\n<id>: Two.\n--admin: Three.',
      body: { detail: items },
    });
  });

  it('hands a code on to programs', () => {
    expect(failureOf(new Sample())).toEqual({
      code: 1,
      text: 'Not so.',
      body: { detail: 'Not so.', code: 'cli_sample' },
    });
  });

  it('never shows a statement, whose parameters may hold the hash of a key', () => {
    const error = Object.assign(new Error('near "x": syntax error'), {
      query: 'INSERT secret',
      parameters: ['secret'],
    });
    expect(JSON.stringify(failureOf(error))).not.toContain('secret');
  });
});
