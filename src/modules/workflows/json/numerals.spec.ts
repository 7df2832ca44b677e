import { isNumeral } from './numerals';

describe('isNumeral, as Python parses numbers', () => {
  it.each(['0', '-7', '+3', ' 20\n', '1_000', '007'])('whole, and so broken too: %j', (text) => {
    expect(isNumeral(text, 'INT')).toBe(true);
    expect(isNumeral(text, 'FLOAT')).toBe(true);
  });

  it.each(['7.5', '.5', '5.', '1e3', '1_0.2_5e-1_0', '-Inf', 'infinity', 'NaN', ' 1.0 '])(
    'broken only: %j',
    (text) => {
      expect(isNumeral(text, 'INT')).toBe(false);
      expect(isNumeral(text, 'FLOAT')).toBe(true);
    },
  );

  it.each(['', ' ', '.', '1__0', '_1', '1_', '1 0', '1e', 'e3', '1.2.3', '0x10', 'seven', '+-1'])(
    'neither: %j',
    (text) => {
      expect(isNumeral(text, 'INT')).toBe(false);
      expect(isNumeral(text, 'FLOAT')).toBe(false);
    },
  );
});
