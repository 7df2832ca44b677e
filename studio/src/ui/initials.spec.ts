import { initials } from './initials';

it.each([
  ['Mara', 'M'],
  ['mara van der Berg', 'MB'],
  ['film-crew', 'FC'],
  ['élodie', 'É'],
  ['李 雷', '李雷'],
  ['مريم علي', 'مع'],
  ['👩‍🚀 Ada', '👩‍🚀A'],
  ['  ', ''],
])('the initials of %s are %s', (name, letters) => {
  expect(initials(name)).toBe(letters);
});
