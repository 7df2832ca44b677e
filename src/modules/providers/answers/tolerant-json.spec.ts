import { parseTolerantJson } from './tolerant-json';

describe('parseTolerantJson', () => {
  it.each([
    ['{"a": NaN, "b": [Infinity, -Infinity], "c": -1}', { a: null, b: [null, null], c: -1 }],
    [
      '{"NaN": "NaN, -Infinity", "q": "\\"NaN", "x": NaN}',
      { NaN: 'NaN, -Infinity', q: '"NaN', x: null },
    ],
    ['\uFEFF{"a": 1}', { a: 1 }],
    ['18446744073709551615', 18446744073709552000],
    ['NaN', null],
  ])('%s', (text, expected) => {
    expect(parseTolerantJson(text)).toEqual(expected);
  });

  it.each(['', '{', 'Nan', '{"a": NaN', '<html>', '{"a": naN}', '{"a": xNaN}'])(
    'refuses %j',
    (text) => {
      expect(() => parseTolerantJson(text)).toThrow(SyntaxError);
    },
  );
});
