import { KinoraError } from './errors.ts';

describe('KinoraError', () => {
  it('has what the answer says', () => {
    const error = new KinoraError(
      429,
      { detail: 'Wait.', code: 'training_cap', hint: 'GET /x' },
      60,
    );
    expect(error).toMatchObject({
      message: 'Wait.',
      detail: 'Wait.',
      code: 'training_cap',
      hint: 'GET /x',
      fields: [],
      retryAfterSeconds: 60,
    });
  });

  it('has the fields that a 422 refuses, and their words', () => {
    const detail = [
      { loc: ['body', 'steps'], msg: 'Send at most 150.', type: 'less_than_equal' },
      { loc: ['body', 'prompt'], msg: 'Send it.', type: 'missing' },
    ];
    expect(new KinoraError(422, { detail })).toMatchObject({
      code: 'validation_failed',
      detail: 'Send at most 150. Send it.',
      fields: detail,
    });
  });

  it.each([null, 'text', { detail: 5 }])('copes with an answer that is not ours: %j', (body) => {
    expect(new KinoraError(502, body)).toMatchObject({
      code: 'unknown',
      detail: 'The service answered 502.',
    });
  });
});
