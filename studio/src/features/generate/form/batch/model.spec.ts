import { refusalText } from './model';

describe('why a batch is refused', () => {
  const detail = 'Send a whole number, without quotes.';

  it.each([
    ['names the value', ['body', 'axes', 0, 'values', 1], `“x”: ${detail}`],
    ['is as it was answered for another field', ['body', 'base', 'width'], detail],
  ])('%s', (_title, loc, text) => {
    expect(refusalText('8, x, 16', { loc, detail })).toBe(text);
  });
});
