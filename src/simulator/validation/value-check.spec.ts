import { typesMatch } from './value-check';

it.each([
  ['IMAGE', 'IMAGE', true],
  ['IMAGE', 'LATENT', false],
  ['*', 'LATENT', true],
  ['IMAGE', '*', true],
  ['INT', 'FLOAT,INT', true],
  ['INT,FLOAT', 'FLOAT', true],
  ['STRING', 'FLOAT,INT', false],
  ['IMAGE', 'COMFY_MATCHTYPE_V3', true],
  [['a', 'b'], 'COMBO', true],
  [['a', 'b'], ['a', 'b'], true],
  ['STRING', ['a', 'b'], false],
])('an output %j into an input %j: %s', (received, wanted, match) => {
  expect(typesMatch(received, wanted)).toBe(match);
});
