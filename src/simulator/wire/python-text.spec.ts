import { readJson } from './json-reader';
import { PythonError } from './python-error';
import { numberOf } from './python-float';
import { repr, str, toFloat, toInt, truthy, typeName } from './python-text';

/** The message that a conversion fails with. */
function failure(convert: () => unknown): string {
  try {
    convert();
  } catch (error) {
    if (error instanceof PythonError) return `${error.type}: ${error.message}`;
  }
  return 'no error';
}

describe('repr', () => {
  it.each([
    ['null', 'None'],
    ['true', 'True'],
    ['7.0', '7.0'],
    ['7', '7'],
    ['"a"', "'a'"],
    [`"it's"`, `"it's"`],
    [String.raw`"it's \"x\""`, String.raw`'it\'s "x"'`],
    [String.raw`"a\n\t\u0001\\"`, String.raw`'a\n\t\x01\\'`],
    ['["a", 1.5]', "['a', 1.5]"],
    ['{"a": {"b": null}}', "{'a': {'b': None}}"],
    ['NaN', 'nan'],
    ['-Infinity', '-inf'],
  ])('of %s is %s', (json, text) => {
    expect(repr(readJson(json))).toBe(text);
  });
});

it('str leaves texts alone', () => {
  expect(str('a')).toBe('a');
  expect(str(null)).toBe('None');
});

describe('toInt', () => {
  it.each([
    ['"64"', 64],
    ['" -7 "', -7],
    ['"1_000"', 1000],
    ['5.9', 5],
    ['-5.9', -5],
    ['true', 1],
    ['"18446744073709551615"', 18446744073709551615n],
  ])('of %s is %s', (json, value) => {
    expect(toInt(readJson(json))).toBe(value);
  });

  it.each([
    ['"abc"', "ValueError: invalid literal for int() with base 10: 'abc'"],
    ['"5.5"', "ValueError: invalid literal for int() with base 10: '5.5'"],
    ['NaN', 'ValueError: cannot convert float NaN to integer'],
    ['Infinity', 'OverflowError: cannot convert float infinity to integer'],
    [
      'null',
      "TypeError: int() argument must be a string, a bytes-like object or a real number, not 'NoneType'",
    ],
  ])('of %s fails as in Python', (json, message) => {
    expect(failure(() => toInt(readJson(json)))).toBe(message);
  });
});

describe('toFloat', () => {
  it.each([
    ['"1e3"', 1000],
    ['" .5 "', 0.5],
    ['"-inf"', -Infinity],
    ['"Infinity"', Infinity],
    ['"nan"', NaN],
    ['false', 0],
    ['18446744073709551615', 2 ** 64],
  ])('of %s is %s', (json, value) => {
    expect(toFloat(readJson(json))).toBe(value);
  });

  it.each([
    ['"x"', "ValueError: could not convert string to float: 'x'"],
    ['{}', "TypeError: float() argument must be a string or a real number, not 'dict'"],
  ])('of %s fails as in Python', (json, message) => {
    expect(failure(() => toFloat(readJson(json)))).toBe(message);
  });
});

it.each([
  ['0', false],
  ['0.0', false],
  ['""', false],
  ['[]', false],
  ['{}', false],
  ['null', false],
  ['"0"', true],
  ['[0]', true],
])('the truth of %s is %s', (json, truth) => {
  expect(truthy(readJson(json))).toBe(truth);
});

it.each([
  ['1', 'int'],
  ['1.0', 'float'],
  ['18446744073709551615', 'int'],
  ['[]', 'list'],
])('the type of %s is %s', (json, name) => {
  expect(typeName(readJson(json))).toBe(name);
  expect(numberOf('1')).toBeUndefined();
});
