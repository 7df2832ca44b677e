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
    ['["a\\u0000b", "\\ud800", "\\udc00\\ud83e"]', ['a\ufffdb', '\ufffd', '\ufffd\ufffd']],
    ['["\\ud83e\\udd8a", "\\\\u0000", "\\\\\\u0000"]', ['🦊', '\\u0000', '\\\ufffd']],
    ['{"\\u0000": NaN}', { '\ufffd': null }],
  ])('%s', (text, expected) => {
    expect(parseTolerantJson(text)).toEqual(expected);
  });

  it.each(['', '{', 'Nan', '{"a": NaN', '<html>', '{"a": naN}', '{"a": xNaN}'])(
    'refuses %j',
    (text) => {
      expect(() => parseTolerantJson(text)).toThrow(SyntaxError);
    },
  );

  // Patterns with quadratic backtracking would take minutes.
  it.each([
    ['a text of quotes that never ends', `NaN "${'\\"'.repeat(1_000_000)}`],
    ['a text of backslashes that never ends', `NaN "${'\\'.repeat(1_000_001)}`],
    ['nothing but quotes', `NaN ${'"'.repeat(1_000_001)}`],
  ])('refuses %s as fast as anything', (_, text) => {
    expect(() => parseTolerantJson(text)).toThrow(SyntaxError);
  });

  it('reads a long text beside a NaN', () => {
    const long = 'x'.repeat(20_000_000);
    expect(parseTolerantJson(`{"a": NaN, "b": "${long}"}`)).toEqual({ a: null, b: long });
  });
});
