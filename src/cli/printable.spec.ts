import { printable, printableJson, printableLines } from './printable';

const HOSTILE = 'a\u001b[2Jb\u009bc\nd\te\u202ef\u200bg\u2028h\u{e0001}i\u007f';

describe('what reaches a terminal', () => {
  it('shows what would act on it', () => {
    expect(printable('\u001b[31mred\u0007')).toBe('\\u{1b}[31mred\\u{7}');
    expect(printable('Grüße, 世界 🎬')).toBe('Grüße, 世界 🎬');
    expect(printable(HOSTILE)).toMatch(/^[ -~]*$/);
  });

  it('keeps the line ends of a text', () => {
    expect(printableLines('one\n\u001btwo')).toBe('one\n\\u{1b}two');
  });

  it('is JSON that reads as it was', () => {
    const text = printableJson({ name: HOSTILE, list: [1, 'ü'] });
    expect(JSON.parse(text)).toEqual({ name: HOSTILE, list: [1, 'ü'] });
    expect(text.replaceAll('ü', '')).toMatch(/^[ -~\n]*$/);
  });
});
