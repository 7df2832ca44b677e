import {
  escapeForTerminal,
  escapeJsonForTerminal,
  escapeLinesForTerminal,
} from './terminal-escape';

const HOSTILE = 'a\u001b[2Jb\u009bc\nd\te\u202ef\u200bg\u2028h\u{e0001}i\u007f';

describe('text for a terminal', () => {
  it('escapes characters that act on the terminal', () => {
    expect(escapeForTerminal('\u001b[31mred\u0007')).toBe('\\u{1b}[31mred\\u{7}');
    expect(escapeForTerminal('Grüße, 世界 🎬')).toBe('Grüße, 世界 🎬');
    expect(escapeForTerminal(HOSTILE)).toMatch(/^[ -~]*$/);
  });

  it('keeps the line breaks of a text', () => {
    expect(escapeLinesForTerminal('one\n\u001btwo')).toBe('one\n\\u{1b}two');
  });

  it('escapes JSON without changing its value', () => {
    const text = escapeJsonForTerminal({ name: HOSTILE, list: [1, 'ü'] });
    expect(JSON.parse(text)).toEqual({ name: HOSTILE, list: [1, 'ü'] });
    expect(text.replaceAll('ü', '')).toMatch(/^[ -~\n]*$/);
  });
});
