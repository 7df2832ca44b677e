import { FILENAME_PREFIX } from './shared-fields';

describe('FILENAME_PREFIX', () => {
  it.each(['lighthouse', 'a b', 'shots/01_final-v2.1', '.hidden', 'a..b', '...', 'a/b/'])(
    'takes %s',
    (prefix) => {
      expect(FILENAME_PREFIX.test(prefix)).toBe(true);
    },
  );

  it.each([
    '.',
    '..',
    '../a',
    'a/..',
    'a/../b',
    './a',
    'a/./b',
    'a\\b',
    'ä',
    '%date%',
    'a\n',
    'a\0',
  ])('refuses %j', (prefix) => {
    expect(FILENAME_PREFIX.test(prefix)).toBe(false);
  });

  it('checks a very long text quickly', () => {
    expect(FILENAME_PREFIX.test(`${'./'.repeat(100_000)}!`)).toBe(false);
    expect(FILENAME_PREFIX.test(`${'a/'.repeat(1_000_000)}!`)).toBe(false);
  });
});
