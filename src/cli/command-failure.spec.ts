import { AppError, type ErrorSpec } from '../platform/errors/app-error';
import { DatabaseNotReady } from '../platform/database/database-not-ready';
import { ValidationFailed } from '../platform/errors/validation-failed';
import { failureOf, AnswerNotWritten, AgentMissing, UsageError } from './command-failure';
import { KeyFileRefused } from './key-file';

// Not registered, because another suite of the same worker may load the real errors.
const SAMPLE: ErrorSpec = { code: 'cli_sample', status: 400, meaning: 'Sample.' };
const ABSENT: ErrorSpec = { code: 'agent_not_found', status: 404, meaning: 'No agent.' };

class Sample extends AppError {
  constructor() {
    super(SAMPLE, 'Not so.');
  }
}

class Absent extends AppError {
  constructor() {
    super(ABSENT, 'No.');
  }
}

describe('failureOf', () => {
  it.each([
    [new UsageError('so'), 2, 'usage', 'so'],
    [AgentMissing.fromError(new Absent(), 'x'), 3, 'agent_not_found', "There is no agent 'x'. See"],
    [new KeyFileRefused('so'), 5, 'key_file', 'so'],
    [new AnswerNotWritten('so'), 6, 'not_written', 'so'],
    [DatabaseNotReady.of('older'), 7, 'database', 'Start Kinora once'],
    [Object.assign(new Error('x'), { code: 'SQLITE_BUSY' }), 1, 'failed', 'Run this again.'],
    [Object.assign(new Error('x'), { code: 'SQLITE_READONLY' }), 1, 'failed', 'as the user that'],
    [new TypeError('x'), 1, 'failed', 'Kinora failed: TypeError: x'],
    ['x', 1, 'failed', 'Kinora failed: x'],
  ])('%p ends with %i, %s', (thrown, code, name, words) => {
    const failure = failureOf(thrown);
    expect(failure.code).toBe(code);
    expect(failure.text).toContain(words);
    expect(failure.body).toEqual({ detail: failure.text, code: name });
  });

  it('names options instead of body fields', () => {
    const items = [
      { loc: ['body', 'allowed_characters', 0], msg: 'One.', type: 'string_pattern_mismatch' },
      { loc: ['path', 'id'], msg: 'Two.', type: 'string_pattern_mismatch' },
      { loc: ['body', 'is_admin'], msg: 'Three.', type: 'bool_type' },
    ] as const;
    expect(failureOf(new ValidationFailed(items))).toEqual({
      code: 2,
      text: '--characters, item 1: One.\n<id>: Two.\n--admin: Three.',
      body: {
        detail: [
          { ...items[0], loc: ['--characters', 0] },
          { ...items[1], loc: ['<id>'] },
          { ...items[2], loc: ['--admin'] },
        ],
        code: 'usage',
      },
    });
  });

  it('does not change other errors', () => {
    const other = new Sample();
    expect(AgentMissing.fromError(other, 'x')).toBe(other);
  });

  it('keeps the error code for programs', () => {
    expect(failureOf(new Sample())).toEqual({
      code: 1,
      text: 'Not so.',
      body: { detail: 'Not so.', code: 'cli_sample' },
    });
  });

  it('never shows an SQL statement, whose parameters may contain the hash of a key', () => {
    const error = Object.assign(new Error('near "x": syntax error'), {
      query: 'INSERT secret',
      parameters: ['secret'],
    });
    expect(JSON.stringify(failureOf(error))).not.toContain('secret');
  });
});
