import { readJson } from './json';
import { PythonError, quoted, str, toFloat, toInt, truthy } from './python';

it.each([
  ['null', 'None', 'None'],
  ['true', 'True', 'True'],
  ['1.5', '1.5', '1.5'],
  ['"a"', 'a', "'a'"],
  ['["a", 1]', '["a", 1]', "['a', 1]"],
])('shows %s as %s, and as %s in errors', (json, text, inErrors) => {
  expect(str(readJson(json))).toBe(text);
  expect(quoted(readJson(json))).toBe(inErrors);
});

it.each([
  ['"64"', 64],
  ['" -7 "', -7],
  ['5.9', 5],
  ['-5.9', -5],
  ['true', 1],
  ['"18446744073709551615"', 18446744073709551615n],
])('toInt of %s is %s', (json, value) => {
  expect(toInt(readJson(json))).toBe(value);
});

it.each(['"abc"', '"5.5"', '""', 'null', '{}'])('toInt of %s fails', (json) => {
  expect(() => toInt(readJson(json))).toThrow(PythonError);
  expect(() => toInt('abc')).toThrow("invalid literal for int() with base 10: 'abc'");
});

it.each([
  ['"1e3"', 1000],
  ['" .5 "', 0.5],
  ['false', 0],
  ['18446744073709551615', 2 ** 64],
])('toFloat of %s is %s', (json, value) => {
  expect(toFloat(readJson(json))).toBe(value);
});

it.each(['"x"', '""', '{}', 'null'])('toFloat of %s fails', (json) => {
  expect(() => toFloat(readJson(json))).toThrow('could not convert string to float');
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
