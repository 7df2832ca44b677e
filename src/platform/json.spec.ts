import { depthOf, mapOutsideStrings, withoutNaN } from './json';

const changed = (json: string): string => mapOutsideStrings(json, withoutNaN);

it.each([
  ['{"a": NaN, "b": [-Infinity, Infinity]}', '{"a": null, "b": [null, null]}'],
  ['{"NaN": "NaN \\" NaN", "b\\\\": NaN}', '{"NaN": "NaN \\" NaN", "b\\\\": null}'],
  ['"NaN', '"NaN'],
  ['"NaN\\', '"NaN\\'],
  ['', ''],
  ['NaN', 'null'],
])('%s: what is not text is changed, texts never', (json, expected) => {
  expect(changed(json)).toBe(expected);
});

it('processes a long text in linear time', () => {
  const text = `"${'\\"'.repeat(2_000_000)}"`;
  expect(changed(text)).toBe(text);
});

it.each([
  ['1', 0],
  ['{"a": [1, [2]], "b": {}}', 3],
  ['["[[[", "\\"[["]', 1],
])('the depth of %s is %i', (json, depth) => {
  expect(depthOf(json)).toBe(depth);
});
