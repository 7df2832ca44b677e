import { jsonErrorOffset } from './json-error-offset';

describe('jsonErrorOffset', () => {
  it.each([
    ['', 0],
    ['   ', 3],
    ['{', 1],
    ['{"a"', 4],
    ['{"a":', 5],
    ['{"a":1', 6],
    ['{"a":1,}', 7],
    ['{a:1}', 1],
    ['{"a":NaN}', 5],
    ['{"a":-Infinity}', 5],
    ['{"a":01}', 6],
    ['{"a":1.}', 6],
    ['{"a":"x\ny"}', 7],
    ['{"a":"x\\qy"}', 7],
    ['{"a":"\\u00g0"}', 6],
    ['{"a":"open', 10],
    ['[1 2]', 3],
    ['[1,]', 3],
    ['[}', 1],
    ['{"a":1]', 6],
    ['{} {}', 3],
    ["{'a':1}", 1],
    ['{"a":tru}', 5],
    ['// note\n{}', 0],
  ])('finds the error in %j at %i', (text, offset) => {
    expect(() => JSON.parse(text) as unknown).toThrow();
    expect(jsonErrorOffset(text)).toBe(offset);
  });

  it('returns the length of all texts that JSON.parse accepts', () => {
    const texts = [
      '{}',
      '[]',
      ' [1, -2.5e+3, "a\\u00e9\\n", {"b": [true, false, null]}] ',
      '"x"',
      '0',
    ];
    for (const text of texts) {
      JSON.parse(text);
      expect(jsonErrorOffset(text)).toBe(text.length);
    }
  });

  it('handles depths and lengths that would overflow a recursive parser', () => {
    expect(jsonErrorOffset('['.repeat(200_000))).toBe(200_000);
    expect(jsonErrorOffset(`"${'x'.repeat(4_000_000)}`)).toBe(4_000_001);
  });
});
