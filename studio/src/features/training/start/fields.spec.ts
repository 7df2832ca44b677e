import type { Template } from '../../../api/training-runs';
import { FIELD_GROUPS, linesOf, sizesFromText, standardOf, withValue } from './fields';

const [steps] = FIELD_GROUPS.learning;
const [sizes] = FIELD_GROUPS.pictures;
const template = { sets: { steps: 3000, resolution: [1024] } } as unknown as Template;

it('takes the value of the base model before that of the API', () => {
  expect(standardOf(steps, template)).toBe(3000);
  expect(standardOf(steps, undefined)).toBe(1800);
});

it('sends only what is not standard', () => {
  expect(withValue({}, steps, 500, 1800)).toEqual({ steps: 500 });
  expect(withValue({ steps: 500 }, steps, 1800, 1800)).toEqual({});
  expect(withValue({ steps: 500 }, steps, undefined, 1800)).toEqual({});
  expect(withValue({}, sizes, [1024], [1024])).toEqual({});
});

it.each([
  ['768, 1024', [768, 1024]],
  ['512', [512]],
  ['', undefined],
  ['12', undefined],
  ['512, big', undefined],
])('reads the sizes %j as %j', (text, expected) => {
  expect(sizesFromText(text)).toEqual(expected);
});

it('reads prompts line by line', () => {
  expect(linesOf(' a \n\n b')).toEqual(['a', 'b']);
});
