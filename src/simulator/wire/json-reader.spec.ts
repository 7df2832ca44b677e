import { JsonSyntaxError, readJson } from './json-reader';
import { writeJson } from './json-writer';
import { isFloat, numberOf } from './python-float';

describe('readJson', () => {
  it('keeps the order of keys that look like numbers', () => {
    const graph = readJson('{"9": 1, "10": 2, "3": 3}');
    expect(graph instanceof Map && [...graph.keys()]).toEqual(['9', '10', '3']);
  });

  it('keeps every digit of a seed', () => {
    expect(readJson('18446744073709551615')).toBe(18446744073709551615n);
    expect(readJson('-9007199254740993')).toBe(-9007199254740993n);
    expect(readJson('9007199254740991')).toBe(9007199254740991);
  });

  it.each(['7.0', '-0.0', '1e3', '0.1', '2E-7'])('reads %s as a float', (text) => {
    const value = readJson(text);
    expect(isFloat(value)).toBe(true);
    expect(numberOf(value)).toBe(Number(text));
  });

  it.each(['NaN', 'Infinity', '-Infinity'])('takes %s, as Python does', (text) => {
    expect(readJson(text)).toBe(Number(text));
  });

  it('reads escapes, also halves of letters', () => {
    expect(readJson(String.raw`"\u00e9\n\"\\\/\ud83d\ude00"`)).toBe('é\n"\\/😀');
  });

  it.each([
    ...['', '{', '[1,]', '{"a":1,}', '{a:1}', '{"a" 1}', '01', '1.', '.5', '+1', '"\t"', '"abc'],
    ...['nul', '[1] 2', String.raw`"\x41"`, String.raw`"\u12g4"`, '\ufeff1', '[1 2]'],
  ])('refuses %j', (text) => {
    expect(() => readJson(text)).toThrow(JsonSyntaxError);
  });

  it('refuses what is nested deeper than Python reads', () => {
    expect(() => readJson('['.repeat(1000) + ']'.repeat(1000))).toThrow(JsonSyntaxError);
    expect(readJson('['.repeat(500) + ']'.repeat(500))).toBeDefined();
  });

  it('takes the last of equal keys', () => {
    expect(readJson('{"a": 1, "a": 2}')).toEqual(new Map([['a', 2]]));
  });
});

describe('writeJson', () => {
  it.each([
    '{"9": [1, 7.0, true, null], "3": {"a": "b"}}',
    '18446744073709551615',
    '[1e-07, 1e+16, 0.0001, 123456789.5, -0.0, 0.1]',
    String.raw`"\u00e9 \ud83d\ude00 \n \u0001 / \\ \""`,
    '[NaN, Infinity, -Infinity]',
  ])('gives back %s byte for byte', (text) => {
    expect(writeJson(readJson(text))).toBe(text);
  });

  it('leaves undefined keys out and writes plain objects', () => {
    expect(writeJson({ a: undefined, b: [], c: {} })).toBe('{"b": [], "c": {}}');
  });
});
