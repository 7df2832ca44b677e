import { SystemIds } from './clock';

describe('SystemIds', () => {
  const ids = new SystemIds();

  it.each([1, 2, 2 ** 32, 2 ** 48 - 1, 2 ** 48])('draws whole numbers below %d', (below) => {
    for (let n = 0; n < 100; n += 1) {
      const drawn = ids.integer(below);
      expect(Number.isInteger(drawn) && drawn >= 0 && drawn < below).toBe(true);
    }
  });
});
