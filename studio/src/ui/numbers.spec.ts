import { toRange, type NumberRange, parseNumber, stepped, tidy } from './numbers';

describe('numbers of the form', () => {
  it.each<[string, NumberRange, number | null]>([
    ['7', {}, 7],
    [' 6,5 ', {}, 6.5],
    ['6.5', { isInteger: true }, 7],
    ['', {}, null],
    ['-', {}, null],
    ['1e400', {}, null],
    ['0.30000000000000004', {}, 0.3],
  ])('reads %j with %j as %s', (text, range, value) => {
    expect(parseNumber(text, range)).toBe(value);
  });

  it.each<[number, NumberRange, number]>([
    [1003, { grid: { step: 8, offset: 0 } }, 1000],
    [50, { grid: { step: 4, offset: 1 } }, 49],
    [3, { minimum: 16, grid: { step: 16, offset: 0 } }, 16],
    [99_999, { maximum: 1023, grid: { step: 8, offset: 0 } }, 1016],
    [150, { minimum: 1, maximum: 100 }, 100],
    [-1, { minimum: 0 }, 0],
    [2.6, { isInteger: true }, 3],
  ])('fits %s into %j as %s', (value, range, fitted) => {
    expect(toRange(value, range)).toBe(fitted);
  });

  it.each<[number, number, NumberRange, number]>([
    [6.5, 1, { step: 0.1 }, 6.6],
    [0.3, -3, { step: 0.1, minimum: 0 }, 0],
    [81, 1, { step: 1, grid: { step: 4, offset: 1 } }, 85],
    [100, 1, { maximum: 100 }, 100],
  ])('steps %s by %s in %j to %s', (value, steps, range, next) => {
    expect(stepped(value, steps, range)).toBe(next);
  });

  it('drops the noise of binary fractions', () => expect(tidy(0.1 + 0.2)).toBe(0.3));
});
