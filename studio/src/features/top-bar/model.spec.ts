import { pillText } from './model';

describe('pillText', () => {
  it.each([
    [0, 0, 0, null, 'Nothing running'],
    [2, 0, 0, 40, '2 running · 40 s'],
    [2, 0, 0, null, '2 running'],
    [1, 3, 0, 125, '1 of 4 running · 2 min'],
    [0, 3, 0, null, '3 waiting'],
    [1, 0, 0, 0, '1 running'],
    [1, 0, 0, -5, '1 running'],
    [0, 2, 2, null, '2 waiting · node away'],
    [1, 2, 1, null, '1 of 3 running · node away'],
  ])(
    'says for %s running and %s waiting, %s of them for a node, with %s s left: %s',
    (running, waiting, away, left, text) => {
      expect(pillText({ running, waiting, away }, left)).toBe(text);
    },
  );
});
