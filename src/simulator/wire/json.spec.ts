import { readJson, writeJson } from './json';

describe('readJson', () => {
  it('keeps the order of keys that look like numbers', () => {
    const graph = readJson('{"9": 1, "10": 2, "3": 3, "__proto__": 4}');
    expect(graph instanceof Map && [...graph.keys()]).toEqual(['9', '10', '3', '__proto__']);
  });

  it('keeps every digit of a seed', () => {
    expect(readJson('18446744073709551615')).toBe(18446744073709551615n);
    expect(readJson('[-9007199254740993]')).toEqual([-9007199254740993n]);
    expect(readJson('9007199254740991')).toBe(9007199254740991);
    expect(readJson('"18446744073709551615"')).toBe('18446744073709551615');
  });

  it.each(['7.0', '-0.0', '1e3', '0.1', '2E-7'])('reads the number %s', (text) => {
    expect(readJson(text)).toBe(Number(text));
  });

  // Behind an unclosed quote, the pattern for tokens would scan each escape again.
  it('refuses a long text without an end', () => {
    expect(() => readJson(`"${String.raw`\"`.repeat(1_000_000)}`)).toThrow(SyntaxError);
  });

  it('reads escapes, also halves of letters', () => {
    expect(readJson(String.raw`"\u00e9\n\"\\\/\ud83d\ude00: 1"`)).toBe('é\n"\\/😀: 1');
    expect(readJson(String.raw`{"a\"b": "c\\"}`)).toEqual(new Map([['a"b', 'c\\']]));
  });

  it.each([
    ...['', '{', '[1,]', '{"a":1,}', '{a:1}', '{"a" 1}', '01', '1.', '.5', '+1', '"\t"', '"abc'],
    ...['nul', '[1] 2', String.raw`"\x41"`, String.raw`"\u12g4"`, '\ufeff1', '[1 2]', 'NaN'],
    ...['0123456789012345678901', '12345678901234567890 1', '{12345678901234567890: 1}'],
  ])('refuses %j', (text) => {
    expect(() => readJson(text)).toThrow(SyntaxError);
  });

  it('uses the last of equal keys', () => {
    expect(readJson('{"a": 1, "a": 2}')).toEqual(new Map([['a', 2]]));
  });

  it('reads a text of many megabytes', () => {
    const text = `${'x'.repeat(1e7)}\\n`.repeat(3);
    expect(readJson(`{"a": "${text}"}`)).toEqual(new Map([['a', text.replaceAll('\\n', '\n')]]));
  });
});

describe('writeJson', () => {
  it.each([
    '{"9": [1, 7.5, true, null], "3": {"a": "b"}}',
    '18446744073709551615',
    String.raw`"\u00e9 \ud83d\ude00 \n \u0001 / \\ \""`,
  ])('gives back %s byte for byte', (text) => {
    expect(writeJson(readJson(text))).toBe(text);
  });

  it('leaves undefined keys out and writes plain objects', () => {
    expect(writeJson({ a: undefined, b: [], c: {} })).toBe('{"b": [], "c": {}}');
  });
});
