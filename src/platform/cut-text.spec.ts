import { cutText } from './cut-text';

it.each([
  ['a fox', 5, 'a fox'],
  ['a fox', 4, 'a fo…'],
  ['a 🦊 runs', 4, 'a 🦊…'],
  ['a 🦊 runs', 3, 'a …'],
])('shortens %s to %i characters, and never to half of one', (text, length, expected) => {
  expect(cutText(text, length)).toBe(expected);
});
