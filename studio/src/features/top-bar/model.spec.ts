import { pillText } from './model';

describe('pillText', () => {
  it.each([
    [0, 0, null, 'Nothing running'],
    [2, 0, 40, '2 running · 40 s'],
    [2, 0, null, '2 running'],
    [1, 3, 125, '1 of 4 running · 2 min'],
    [0, 3, null, '3 waiting'],
    [1, 0, 0, '1 running'],
    [1, 0, -5, '1 running'],
  ])('says for %s running and %s waiting with %s s left: %s', (running, waiting, left, text) => {
    expect(pillText({ running, waiting }, left)).toBe(text);
  });
});
