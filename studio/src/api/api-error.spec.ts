import { toApiError } from './api-error';

describe('toApiError', () => {
  it.each([
    ['GET /api/characters', undefined],
    ['GET /api/workflows; this key may use: sdxl-t2i.', 'This key may use: sdxl-t2i.'],
    ['send the same request again', 'Send the same request again'],
    [undefined, undefined],
  ])('shows of the hint %j what people can use', (hint, expected) => {
    const { message, hint: shown } = toApiError(404, { detail: 'It is gone.', code: 'x', hint });
    expect([message, shown]).toEqual(['It is gone.', expected]);
  });

  it('keeps the fields of a refused body', () => {
    const detail = [{ loc: ['body', 'steps'], msg: 'Send at most 150.', type: 'less_than_equal' }];
    const error = toApiError(422, { detail });
    expect([error.message, error.fields]).toEqual(['Send at most 150.', detail]);
  });
});
