import { hintOf } from './hint';

describe('hintOf', () => {
  it.each([
    ['GET /api/characters', undefined],
    ['GET /api/workflows; this key may use: sdxl-t2i.', 'This key may use: sdxl-t2i.'],
    ['send the same request again', 'Send the same request again'],
    [undefined, undefined],
  ])('leaves of the hint %j what people can use', (hint, expected) => {
    expect(hintOf(Object.assign(new Error('It is gone.'), { hint }))).toBe(expected);
  });
});
